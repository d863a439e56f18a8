import { pageSize } from '../../lib/constants';
import { Pager } from './pager';

type Props = {
  /** Number of rows before this page. */
  offset: number;
  rowCount: number;
  count: number;
  isCapped: boolean;
  onOffset: (offset: number) => void;
};

/** Pager of a list that is paged by offset. */
export function OffsetPager({ offset, rowCount, count, isCapped, onOffset }: Props) {
  const end = offset + rowCount;
  const hasMore = end < count || (isCapped && rowCount === pageSize);
  return (
    <Pager
      firstRow={offset + 1}
      rowCount={rowCount}
      count={count}
      isCapped={isCapped}
      onFirst={offset > 0 ? () => onOffset(0) : undefined}
      onPrevious={offset > 0 ? () => onOffset(Math.max(0, offset - pageSize)) : undefined}
      onNext={hasMore ? () => onOffset(end) : undefined}
    />
  );
}
