import type { CSSProperties } from 'react';
import { fieldAt } from './catalog';
import { Field } from './fields/field';
import classes from './form.module.css';
import { useForm } from './form-context';
import type { Row } from './layout';

/** The path and the width of a field of a layout: `firstName:4`. */
export function cellOf(cell: string): { path: string; span: number } {
  const [path = '', span] = cell.split(':');
  return { path, span: span ? Number(span) : 12 };
}

type Props = { rows: readonly Row[]; prefix: string; section: string; as?: 'questions' | undefined };

/** Rows of fields in twelve columns. Fields that aren't asked take no space. */
export function Rows({ rows, prefix, section, as }: Props) {
  return (
    <div className={classes.rows} data-as={as}>
      {rows.map((row) => (
        <div key={row.join()} className={classes.row}>
          {row.map((cell) => {
            const { path, span } = cellOf(cell);
            return <Field key={cell} path={prefix + path} span={span} section={section} />;
          })}
        </div>
      ))}
    </div>
  );
}

/** The row of a table's item: one cell for each column, empty if the field isn't asked. */
export function TableRow({ row, prefix, section }: { row: Row; prefix: string; section: string }) {
  return (
    <div className={classes.row}>
      {row.map((cell) => {
        const { path, span } = cellOf(cell);
        return (
          <div key={cell} className={classes.tableCell} style={{ '--span': span } as CSSProperties}>
            <Field path={prefix + path} section={section} isInTable />
          </div>
        );
      })}
    </div>
  );
}

/** The labels of a table's columns. Each control has a label too, so screen readers skip these. */
export function TableHead({ row, prefix }: { row: Row; prefix: string }) {
  const { isReadOnly } = useForm();
  return (
    <div className={classes.tableHead} data-read-only={isReadOnly || undefined} aria-hidden>
      <div className={classes.row}>
        {row.map((cell) => {
          const { path, span } = cellOf(cell);
          const field = fieldAt(`${prefix}${path}`);
          return (
            <span
              key={cell}
              style={{ '--span': span } as CSSProperties}
              data-numeric={/money$/.test(field?.kind ?? '') || undefined}
            >
              {field?.label}
            </span>
          );
        })}
      </div>
    </div>
  );
}
