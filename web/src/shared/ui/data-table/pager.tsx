import { Button } from '@mantine/core';
import { integer } from '../../lib/format';
import { Status } from '../announcer/status';
import classes from './pager.module.css';

type Props = {
  firstRow: number;
  rowCount: number;
  count: number | undefined;
  /** There are more rows than `count`, because counting stops there. */
  isCapped: boolean;
  /** Description of the sort order, if no column head shows it. */
  order?: string | undefined;
  onFirst: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** `Showing 26-50 of 1,000+`. */
export function pageText({ firstRow, rowCount, count, isCapped, order }: Omit<Props, `on${string}`>): string {
  if (rowCount === 0) return '';
  const range = `Showing ${integer(firstRow)}-${integer(firstRow + rowCount - 1)}`;
  const all = count === undefined ? '' : ` of ${integer(count)}${isCapped ? '+' : ''}`;
  return `${range}${all}${order ? `, ${order}` : ''}`;
}

/** Pager of a list: the current range and the buttons. */
export function Pager(props: Props) {
  const { onFirst, onPrevious, onNext } = props;
  return (
    <div className={classes.pager}>
      <Status text={pageText(props)} className="tabular" />
      {(onFirst || onPrevious || onNext) && (
        <nav aria-label="Pages" className={classes.ways}>
          <PagerButton label="First" onClick={onFirst} />
          <PagerButton label="Previous" onClick={onPrevious} />
          <PagerButton label="Next" onClick={onNext} />
        </nav>
      )}
    </div>
  );
}

const PagerButton = ({ label, onClick }: { label: string; onClick: (() => void) | undefined }) => (
  <Button variant="default" size="compact-xs" disabled={!onClick} onClick={onClick}>
    {label}
  </Button>
);
