import type { ReactNode } from 'react';
import classes from './list-table.module.css';

/** A column of a short list; the first one is the row's name. */
export type ListColumn<Row> = {
  key: string;
  head: string;
  /** Pixels; columns without a width share what is left. */
  width?: number;
  /** Numbers stand right, and bear their head where there are no columns. */
  isNumeric?: boolean;
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

/** Within a line: 'open loans', 'branch NMLS id'. */
const inSentence = (head: string): string => head.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/** A list of records that are set up rather than worked through. On phones a row is its name and one quiet line. */
export function ListTable<Row>({ label, columns, rows, rowKey, actions, actionWidth = 88, isStale }: Props<Row>) {
  return (
    <table className={classes.table} aria-label={label} data-stale={isStale || undefined}>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width ? { width } : undefined} />
        ))}
        {actions && <col style={{ width: actionWidth }} />}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, head, isNumeric }) => (
            <th key={key} scope="col" data-numeric={isNumeric || undefined}>
              {head}
            </th>
          ))}
          {actions && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, head, isNumeric, isHeadFirst, cell }) => (
              <td
                key={key}
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
