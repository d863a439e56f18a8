import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import classes from './security-page.module.css';
import { texts } from './texts';

type Props = { title: string; text?: ReactNode; action?: ReactNode; children: ReactNode };

/** One subject of the page. */
export function Panel({ title, text, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** What a panel shows of the server: its shape while it comes, and another try where it did not. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton height={40} radius={6} aria-hidden />;
  return (
    <p className={classes.failure} role="alert">
      {texts.loadFailed}
      <Button variant="default" size="compact-xs" onClick={() => void query.refetch()}>
        {texts.retry}
      </Button>
    </p>
  );
}
