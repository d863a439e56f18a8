import type { ReactNode } from 'react';

export type Direction = 'ASC' | 'DESC';
export type Sorting = { orderBy: string; sort: Direction };

/** One column of a table, as data: tables differ in their columns and in nothing else. */
export type Column<Row> = {
  key: string;
  head: string;
  /** Pixels; the column without a width takes what is left, and has this much at least. */
  width?: number;
  minWidth?: number;
  /** Money, rates and dates stand right. */
  isNumeric?: boolean;
  /** The server's name for sorting by it; columns without one can't be sorted. */
  orderBy?: string;
  /** Which way the first click sorts: names and deadlines up, amounts and changes down. */
  firstSort?: Direction;
  /** Can't be hidden: it holds the row's link. */
  isFixed?: boolean;
  /** Shown only when chosen. */
  isExtra?: boolean;
  cell: (row: Row) => ReactNode;
};

/** The columns to show: those chosen, in the table's own order, or the usual ones. */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: string | undefined,
): readonly Column<Row>[] {
  const keys = chosen?.split('.') ?? [];
  const known = columns.filter(({ key }) => keys.includes(key));
  if (known.length === 0) return columns.filter(({ isExtra }) => !isExtra);
  return columns.filter((column) => column.isFixed || known.includes(column));
}

/** How a choice stands in the address; nothing where it is the usual one. */
export function choiceOf<Row>(columns: readonly Column<Row>[], shown: readonly string[]): string | undefined {
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key);
  const keys = columns.filter(({ key, isFixed }) => isFixed || shown.includes(key)).map(({ key }) => key);
  return keys.join('.') === usual.join('.') ? undefined : keys.join('.');
}

/** What a click on a head sorts by: the column's own way first, then the other. */
export function nextSorting<Row>(column: Column<Row>, current: Sorting): Sorting {
  const orderBy = column.orderBy ?? current.orderBy;
  if (current.orderBy !== orderBy) return { orderBy, sort: column.firstSort ?? 'ASC' };
  return { orderBy, sort: current.sort === 'ASC' ? 'DESC' : 'ASC' };
}
