import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { ReactNode } from 'react';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { assigneeFiltersOf } from '@/shared/session/assignee-filters';
import { usePermissions } from '@/shared/session/me';
import type { Column, Sorting } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { Pager } from '@/shared/ui/data-table/pager';
import { FilterInput } from '@/shared/ui/filter-input';
import classes from '@/shared/ui/list-page.module.css';
import { type CardText, RecordCards } from '@/shared/ui/record-cards';
import type { Count } from './contacts';
import type { RecordFilter } from './directory-search';

type Search = { string?: string; assigneeType?: RecordFilter; after?: string };
type Page<Row> = { rows?: Row[] | null; firstRow?: number | null; next?: string | null; previous?: string | null };

type Props<Row> = {
  words: { title: string; filter: string; whose: string; add: string; reaches: Record<RecordFilter, string> };
  search: Search;
  onChange: (change: Partial<Search>, replace?: boolean) => void;
  onSort: (sorting: Sorting) => void;
  sorting: Sorting;
  columns: readonly Column<Row>[];
  page: Page<Row> | undefined;
  count: Count | undefined;
  isStale: boolean;
  /** Shown for an empty list. */
  empty: ReactNode;
  rowKey: (row: Row) => number;
  cardOf: (row: Row) => CardText;
  link: (row: Row, className: string | undefined, content: ReactNode) => ReactNode;
  onOpen: (row: Row) => void;
  onAdd: () => void;
  /** Additional filters. */
  tools?: ReactNode;
};

/** A list of people with filters, sorting and paging in the address. Cards on phones. */
export function DirectoryList<Row>(props: Props<Row>) {
  const { words, search, onChange, onSort, sorting, columns, page, count, isStale, empty, tools } = props;
  const isPhone = useIsPhone();
  const reaches = assigneeFiltersOf(usePermissions());
  const rows = page?.rows ?? undefined;
  const toPage = (after: string | null | undefined) => (after ? () => onChange({ after }) : undefined);
  return (
    <>
      <div ref={useRovingFocus<HTMLDivElement>()} className={classes.toolbar} data-roving>
        <h1>{words.title}</h1>
        {reaches.length > 0 && (
          <SegmentedControl
            aria-label={words.whose}
            data={reaches.map((reach) => ({ value: reach, label: words.reaches[reach as RecordFilter] }))}
            value={reaches.find((reach) => reach === search.assigneeType) ?? reaches.at(-1) ?? 'ALL'}
            onChange={(reach) => onChange({ assigneeType: reach as RecordFilter })}
          />
        )}
        <FilterInput
          className={classes.filter ?? ''}
          label={words.filter}
          value={search.string ?? ''}
          onChange={(string) => onChange({ string }, true)}
        />
        {tools}
        <Button leftSection={<IconUserPlus size={15} />} onClick={props.onAdd}>
          {words.add}
        </Button>
      </div>
      <section className={classes.panel} aria-label={words.title}>
        {isPhone ? (
          <RecordCards
            rows={rows}
            rowKey={props.rowKey}
            textOf={props.cardOf}
            link={props.link}
            isStale={isStale}
            empty={empty}
          />
        ) : (
          <DataTable
            label={words.title}
            columns={columns}
            rows={empty ? [] : rows}
            rowKey={props.rowKey}
            sorting={sorting}
            onSort={onSort}
            onOpen={props.onOpen}
            isStale={isStale}
            empty={empty}
          />
        )}
        {rows && !empty && (
          <Pager
            firstRow={page?.firstRow ?? 1}
            rowCount={rows.length}
            count={count?.count ?? undefined}
            isCapped={count?.countIsCapped === true}
            onFirst={search.after ? () => onChange({}) : undefined}
            onPrevious={search.after ? toPage(page?.previous) : undefined}
            onNext={toPage(page?.next)}
          />
        )}
      </section>
    </>
  );
}
