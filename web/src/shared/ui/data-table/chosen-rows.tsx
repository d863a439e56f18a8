import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Column } from './column';

type Choosable = { id: number; version: number };

type Options<Row> = {
  /** Accessible names of a row's checkbox and of the one for the whole page. */
  labelOf: (row: Row) => string;
  pageLabel: string;
  /** Identifies the list. A selection applies only to its own list. */
  list: string;
};

/** Selected rows (single rows, whole pages, or all matches) and the column with their checkboxes. */
export function useChosenRows<Row extends Choosable>(rows: readonly Row[], { labelOf, pageLabel, list }: Options<Row>) {
  const nothing: { list: string; ids: ReadonlySet<number>; all: readonly Choosable[] | null } = {
    list,
    ids: new Set(),
    all: null,
  };
  const [kept, setKept] = useState(nothing);
  const { ids, all } = kept.list === list ? kept : nothing;
  const onPage = rows.filter(({ id }) => ids.has(id));
  const isPageChosen = rows.length > 0 && onPage.length === rows.length;
  const set = (next: Iterable<number>) => setKept({ list, ids: new Set(next), all: null });
  const toggle = (id: number) =>
    set(ids.has(id) ? onPage.flatMap((row) => (row.id === id ? [] : [row.id])) : [...ids, id]);
  const column: Column<Row> = {
    key: 'choice',
    head: '',
    width: 36,
    isFixed: true,
    fitsContent: true,
    headCell: (
      <Checkbox
        size="xs"
        aria-label={pageLabel}
        checked={isPageChosen}
        indeterminate={onPage.length > 0 && !isPageChosen}
        onChange={() => set(isPageChosen ? [] : rows.map(({ id }) => id))}
      />
    ),
    cell: (row) => (
      <Checkbox size="xs" aria-label={labelOf(row)} checked={ids.has(row.id)} onChange={() => toggle(row.id)} />
    ),
  };
  return {
    chosen: all ?? onPage,
    isPageChosen,
    /** Selects rows that may not all be on the page. */
    chooseAll: (matching: readonly Choosable[]) =>
      setKept({ list, ids: new Set(matching.map(({ id }) => id)), all: matching }),
    clear: () => setKept(nothing),
    column,
  };
}
