import type { ReactNode } from 'react';

export type Direction = 'ASC' | 'DESC';
export type Sorting = { orderBy: string; sort: Direction };

/** One column of a table, as data. Tables differ only in their columns. */
export type Column<Row> = {
  key: string;
  head: string;
  /** Minimum width in pixels. Text columns share spare width in proportion to it. */
  width?: number;
  /** Whether the user chose the width. Such a column takes no spare width. */
  isWidthChosen?: boolean;
  /** Money, rates and dates are right-aligned and fit their content. */
  isNumeric?: boolean;
  /** As wide as its widest value, for identifiers and phone numbers. */
  fitsContent?: boolean;
  /** The server's sort key. Columns without one can't be sorted. */
  orderBy?: string;
  /** Direction of the first click: ascending for names and deadlines, descending for amounts and changes. */
  firstSort?: Direction;
  /** Can't be hidden, because it contains the row's link. */
  isFixed?: boolean;
  /** Shown only when chosen. */
  isExtra?: boolean;
  /** Stays visible when the table scrolls sideways. */
  isFrozen?: boolean;
  /** Replaces the text of the header. */
  headCell?: ReactNode;
  cell: (row: Row) => ReactNode;
};

/** Default width in pixels. */
const usualWidth = 160;

export const widthOf = <Row>({ width }: Column<Row>): number => width ?? usualWidth;

/** Whether a column is as wide as its widest value. */
export const isWhole = <Row>({ isNumeric, fitsContent }: Column<Row>): boolean =>
  isNumeric === true || fitsContent === true;

/** Maximum columns of a table. */
export const columnsMax = 30;

/**
 * The columns to show: the chosen ones in order, or the default. A choice is a list of keys joined by dots. Each may
 * have a width, and a star if it is frozen: `borrower-200*.number*.amount`.
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
  const missing = columns.filter(({ key, isFixed }) => isFixed && !known.some((column) => column.key === key));
  return [...known, ...missing];
}

/** The choice for the address, or undefined for the default. */
export function choiceOf<Row>(columns: readonly Column<Row>[], shown: readonly string[]): string | undefined {
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key);
  const keys = columns.filter(({ key, isFixed }) => isFixed || shown.includes(key)).map(({ key }) => key);
  return keys.join('.') === usual.join('.') ? undefined : keys.join('.');
}

/** Sorting after a click on a header: the column's own direction first, then the other. */
export function nextSorting<Row>(column: Column<Row>, current: Sorting): Sorting {
  const orderBy = column.orderBy ?? current.orderBy;
  if (current.orderBy !== orderBy) return { orderBy, sort: column.firstSort ?? 'ASC' };
  return { orderBy, sort: current.sort === 'ASC' ? 'DESC' : 'ASC' };
}
