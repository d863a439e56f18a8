import type { ReactNode } from 'react';

export type Direction = 'ASC' | 'DESC';
export type Sorting = { orderBy: string; sort: Direction };

/** One column of a table, as data: tables differ in their columns and in nothing else. */
export type Column<Row> = {
  key: string;
  head: string;
  /** Pixels that the column has at least. Columns of text share the spare width in proportion to it. */
  width?: number;
  /** The user chose the width: the column takes no spare width. */
  isWidthChosen?: boolean;
  /** Money, rates and dates stand right, and fit their content. */
  isNumeric?: boolean;
  /** As wide as its widest value, so that nothing is cut: identifiers and phone numbers. */
  fitsContent?: boolean;
  /** The server's name for sorting by it; columns without one can't be sorted. */
  orderBy?: string;
  /** Which way the first click sorts: names and deadlines up, amounts and changes down. */
  firstSort?: Direction;
  /** Can't be hidden: it holds the row's link. */
  isFixed?: boolean;
  /** Shown only when chosen. */
  isExtra?: boolean;
  /** Stays where a table is scrolled sideways. */
  isFrozen?: boolean;
  /** What its head holds instead of a word. */
  headCell?: ReactNode;
  cell: (row: Row) => ReactNode;
};

/** Pixels of a column that names no width. */
const usualWidth = 160;

export const widthOf = <Row>({ width }: Column<Row>): number => width ?? usualWidth;

/** Whether a column is as wide as its widest value. */
export const isWhole = <Row>({ isNumeric, fitsContent }: Column<Row>): boolean =>
  isNumeric === true || fitsContent === true;

/** Most columns of a table. */
export const columnsMax = 30;

/**
 * The columns to show: those chosen, in the order in which they were, or the usual ones. A choice is keys with dots between
 * them, each with its width and a star where it stays in sight: `borrower-200*.number*.amount`.
 */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: string | undefined,
): readonly Column<Row>[] {
  const known = (chosen?.split('.') ?? []).slice(0, columnsMax).flatMap((one) => {
    const [, key, width, star] = /^([A-Za-z]+)(?:-(\d{2,3}))?(\*)?$/.exec(one) ?? [];
    const column = columns.find((candidate) => candidate.key === key);
    const chosenWidth = width && { width: Number(width), isWidthChosen: true };
    return column ? [{ ...column, ...chosenWidth, ...(star && { isFrozen: true }) }] : [];
  });
  if (known.length === 0) return columns.filter(({ isExtra }) => !isExtra);
  const lacking = columns.filter(({ key, isFixed }) => isFixed && !known.some((column) => column.key === key));
  return [...known, ...lacking];
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
