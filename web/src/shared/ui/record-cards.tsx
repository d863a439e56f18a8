import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

/** Contents of a record's card on phones: two lines, each with a text at its end. */
export type CardText = {
  name: string;
  end?: ReactNode;
  line?: string | undefined;
  lineEnd?: string | undefined;
};

type Props<Row> = {
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => number;
  textOf: (row: Row) => CardText;
  /** Wraps a card's contents in a link. */
  link: (row: Row, className: string | undefined, content: ReactNode) => ReactNode;
  isStale: boolean;
  /** Shown for an empty list. */
  empty: ReactNode;
};

/** A list on phones: each record is a link with two lines. */
export function RecordCards<Row>({ rows, rowKey, textOf, link, isStale, empty }: Props<Row>) {
  if (empty) return empty;
  if (!rows) return <SkeletonCards />;
  return (
    <ul className={classes.cards} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{link(row, classes.card, <Lines text={textOf(row)} />)}</li>
      ))}
    </ul>
  );
}

const Lines = ({ text: { name, end, line, lineEnd } }: { text: CardText }) => (
  <>
    <span className={classes.name}>{name}</span>
    <span className={`${classes.quiet} ${classes.end}`}>{end}</span>
    <span className={classes.quiet}>{line}</span>
    <span className={`${classes.quiet} ${classes.end}`}>{lineEnd}</span>
  </>
);

const SkeletonCards = () => (
  <div className={classes.ghosts} aria-busy>
    {Array.from({ length: 10 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
      <Skeleton key={row} height={36} />
    ))}
  </div>
);
