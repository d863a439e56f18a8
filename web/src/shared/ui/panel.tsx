import { Button, Skeleton } from '@mantine/core';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ApiError } from '@/api/errors';
import { EmptyState } from './empty-state';
import classes from './panel.module.css';

type Props = {
  title: string;
  /** The page already shows the title. Only screen readers get it, and it takes no space. */
  isTitleHidden?: boolean;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** A section of a page: title, description and actions. */
export function Panel({ title, isTitleHidden, text, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id} data-hidden={isTitleHidden || undefined}>
            {title}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A helpful message for a missing permission. Other errors keep the server's message. */
const refusal = ({ code, message }: ApiError): string =>
  code === 'LWPERM10001' ? 'Your role does not include this. Ask a company admin if you need it.' : message;

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** Renders loaded data, a placeholder while loading, and a retry button on failure. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton height={40} radius={6} aria-hidden />;
  // Retrying doesn't help here.
  if (query.error instanceof ApiError && query.error.status === 403) {
    return <EmptyState icon={<IconLock size={20} />} title="No access" text={refusal(query.error)} />;
  }
  return (
    <p className={classes.failure} role="alert">
      This could not be loaded.
      <Button variant="default" size="compact-xs" onClick={() => void query.refetch()}>
        Retry
      </Button>
    </p>
  );
}
