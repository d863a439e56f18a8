import { pageSize } from '../lib/constants';
import { Pager } from './data-table/pager';

type Props = {
  firstRow: number;
  rowCount: number;
  count: number;
  /** Called with the page number as in the URL. The first page has none. */
  onPage: (page: string | undefined) => void;
};

/** Pager of a short list with numbered pages. */
export function OffsetPager({ firstRow, rowCount, count, onPage }: Props) {
  if (rowCount === 0) return null;
  const at = Math.floor((firstRow - 1) / pageSize) + 1;
  const to = (page: number) => () => onPage(page === 1 ? undefined : String(page));
  return (
    <Pager
      firstRow={firstRow}
      rowCount={rowCount}
      count={count}
      isCapped={false}
      onFirst={at > 1 ? to(1) : undefined}
      onPrevious={at > 1 ? to(at - 1) : undefined}
      onNext={at * pageSize < count ? to(at + 1) : undefined}
    />
  );
}
