import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-panel.module.css';

type Props = {
  /** Filters of the list. */
  tools?: ReactNode;
  /** Shows a skeleton while the first rows load. */
  isPending?: boolean;
  foot?: ReactNode;
  children?: ReactNode;
};

/** A list of a settings page, with filters above and paging below. */
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
