import type { CSSProperties, ReactNode } from 'react';
import classes from './list-table.module.css';

/** A column of a short list; the first one is the row's name. */
export type ListColumn<Row> = {
  key: string;
  head: string;
  /** Pixels; columns of text without a width share what is left. */
  width?: number;
  /** Numbers stand right, fit their content, and bear their head where there are no columns. */
  isNumeric?: boolean;
  /** As wide as its widest value, so that nothing is cut or wrapped: dates, identifiers and phone numbers. */
  fitsContent?: boolean;
  /** There the head stands before the value, as with a date: 'issued 03/01/2021'. A count has it behind: '3 branches'. */
  isHeadFirst?: boolean;
  cell: (row: Row) => ReactNode;
  /** Below all rows, where they are summed up. */
  total?: ReactNode;
};

type Props<Row> = {
  /** What the rows are, for who can't see the table. */
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** What can be done with a row, at its end. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Pixels that they need. */
  actionWidth?: number;
  /** Rows of before are shown while others come. */
  isStale?: boolean;
};

/** A column that fits its content needs no width; one of text has room for some words. */
const sizeOf = <Row,>({ width, isNumeric, fitsContent }: ListColumn<Row>): CSSProperties =>
  width || isNumeric || fitsContent ? { width: width ?? 1 } : { minWidth: 120 };

/** Within a line: 'open loans', 'branch NMLS id'. */
const inSentence = (head: string): string => head.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/** A list of records that are set up rather than worked through. On phones a row is its name and one quiet line. */
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
