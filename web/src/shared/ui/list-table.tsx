import type { CSSProperties, ReactNode } from 'react';
import classes from './list-table.module.css';

/** A column of a short list. The first one is the row's name. */
export type ListColumn<Row> = {
  key: string;
  head: string;
  /** Width in pixels. Text columns without a width share the remaining space. */
  width?: number;
  /** Numbers are right-aligned and fit their content. On phones they include the header's text. */
  isNumeric?: boolean;
  /** As wide as its widest value: dates, identifiers and phone numbers. */
  fitsContent?: boolean;
  /**
   * On phones the header's text precedes the value, as in 'issued 03/01/2021'. By default it follows, as in '3
   * branches'.
   */
  isHeadFirst?: boolean;
  cell: (row: Row) => ReactNode;
  /** A total below all rows. */
  total?: ReactNode;
};

type Props<Row> = {
  /** Accessible name of the table. */
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** Actions at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Width of the actions in pixels. */
  actionWidth?: number;
  /** Shows the previous rows while others load. */
  isStale?: boolean;
};

/** Columns that fit their content need no width. Text columns have space for some words. */
const sizeOf = <Row,>({ width, isNumeric, fitsContent }: ListColumn<Row>): CSSProperties =>
  width || isNumeric || fitsContent ? { width: width ?? 1 } : { minWidth: 120 };

/** The header's text inside a line: 'open loans', 'branch NMLS id'. */
const inSentence = (head: string): string => head.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/** A list of settings records. On phones a row is its name and one gray line. */
export function ListTable<Row>({ label, columns, rows, rowKey, actions, actionWidth = 88, isStale }: Props<Row>) {
  return (
    <table className={classes.table} aria-label={label} data-stale={isStale || undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" style={sizeOf(column)} data-numeric={column.isNumeric || undefined}>
              {column.head}
            </th>
          ))}
          {actions && <td style={{ width: actionWidth }} />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, head, isNumeric, fitsContent, isHeadFirst, cell }) => (
              <td
                key={key}
                data-whole={isNumeric || fitsContent || undefined}
                data-numeric={isNumeric || undefined}
                data-label={isNumeric && !isHeadFirst ? inSentence(head) : undefined}
                data-lead={isHeadFirst ? inSentence(head) : undefined}
              >
                {cell(row)}
              </td>
            ))}
            {actions && <td className={classes.actions}>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
      {columns.some(({ total }) => total !== undefined) && (
        <tfoot>
          <tr>
            {columns.map(({ key, head, isNumeric, isHeadFirst, total }) => (
              <td
                key={key}
                data-numeric={isNumeric || undefined}
                data-label={isNumeric && !isHeadFirst ? inSentence(head) : undefined}
                data-lead={isHeadFirst ? inSentence(head) : undefined}
              >
                {total}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
