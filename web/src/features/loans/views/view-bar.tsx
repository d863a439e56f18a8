import type { LoanRow } from '@/api/types';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import type { Column } from '@/shared/ui/data-table/column';
import { changed, type LoanSearch } from '../list/loan-search';
import { ColumnsEditor } from './columns-editor';
import { FilterChips } from './filter-chips';
import classes from './view-bar.module.css';
import { builtIn, openedOf } from './view-content';
import { ViewTabs } from './view-tabs';
import { useViews } from './views';

type Props = {
  search: LoanSearch;
  columns: readonly Column<LoanRow>[];
  onGo: (search: LoanSearch, replace?: boolean) => void;
};

/** The pipeline's views, filter and columns. */
export default function ViewBar({ search, columns, onGo }: Props) {
  const isPhone = useIsPhone();
  const views = useViews();
  const line = useRovingFocus<HTMLDivElement>();
  const opened = [...builtIn, ...(views?.rows.map(openedOf) ?? [])];
  const current = opened.find(({ id }) => id === search.saved);
  return (
    <>
      <ViewTabs search={search} opened={opened} current={current} sharing={views?.sharing ?? ['PRIVATE']} onGo={onGo} />
      <div ref={line} className={classes.line} data-roving>
        <FilterChips filter={search.filter} onChange={(filter) => onGo(changed(search, { filter }))} />
        {!isPhone && search.view !== 'board' && (
          <ColumnsEditor
            columns={columns}
            chosen={search.columns}
            onChange={(chosen) => onGo({ ...changed(search, { columns: chosen }), ...after(search) }, true)}
          />
        )}
      </div>
    </>
  );
}

/** A change of columns keeps the page. */
const after = ({ after: key }: LoanSearch) => (key ? { after: key } : {});
