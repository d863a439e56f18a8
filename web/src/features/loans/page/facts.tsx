import classes from './facts.module.css';
import { SealedValue } from './sealed-value';
import type { Fact, Table, Value } from './sections/section';

/** What values need to know to be shown: whose loan it is, and whether sealed ones may be opened. */
export type Viewer = { loanId: number; mayReveal: boolean };

function Shown({ value, label, viewer }: { value: Value; label: string; viewer: Viewer }) {
  if (typeof value !== 'string') return <SealedValue {...viewer} label={label} {...value} />;
  return value || <span className={classes.missing}>–</span>;
}

/** Labels and values, in two columns. */
export function FactList({ facts, viewer }: { facts: readonly Fact[]; viewer: Viewer }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Shown value={value} label={label} viewer={viewer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows of a section. On phones each row becomes a small list of its own, so its roles are said again. */
export function FactTable({ table, viewer }: { table: Table; viewer: Viewer }) {
  const { columns, rows, totals } = table;
  const className = (index: number) => (columns[index]?.isNumeric ? classes.numeric : undefined);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: changing the display of a table takes its roles away
    // biome-ignore-start lint/a11y/useSemanticElements: they are the semantic elements
    <table className={classes.table} role="table" data-narrow={columns.length < 3 || undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label }, index) => (
            <th key={label} role="columnheader" scope="col" className={className(index)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <tr key={key} role="row">
            {cells.map((cell, index) => {
              const label = columns[index]?.label ?? '';
              return (
                <td
                  key={label}
                  role="cell"
                  className={className(index)}
                  data-label={label}
                  data-empty={!cell || undefined}
                >
                  {cell && <Shown value={cell} label={label} viewer={viewer} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot role="rowgroup">
          <tr role="row">
            {totals.map((total, index) => {
              const label = columns[index]?.label ?? '';
              return (
                <td
                  key={label}
                  role="cell"
                  className={className(index)}
                  data-label={label}
                  data-empty={!total || undefined}
                >
                  {total}
                </td>
              );
            })}
          </tr>
        </tfoot>
      )}
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: they are the semantic elements
    // biome-ignore-end lint/a11y/noRedundantRoles: changing the display of a table takes its roles away
  );
}
