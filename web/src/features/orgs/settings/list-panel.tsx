import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-panel.module.css';

type Props = {
  /** What narrows the list. */
  tools?: ReactNode;
  /** The shape of a list is shown while the first rows come. */
  isPending?: boolean;
  foot?: ReactNode;
  children?: ReactNode;
};

/** A list of a settings page, with what narrows it above and its pages below. */
export function ListPanel({ tools, isPending, foot, children }: Props) {
  return (
    <div className={classes.list}>
      {tools && <div className={classes.tools}>{tools}</div>}
      <section className={classes.panel} aria-busy={isPending}>
        {isPending ? <Ghosts /> : children}
        {!isPending && foot}
      </section>
    </div>
  );
}

const Ghosts = () => (
  <div className={classes.ghosts}>
    {[64, 52, 58, 40, 61].map((width) => (
      <Skeleton key={width} height={12} width={`${width}%`} />
    ))}
  </div>
);
