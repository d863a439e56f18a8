import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Radio } from '@mantine/core';
import classes from './compare-table.module.css';

export type ComparedRecord = { id: number; keep: string; hint: string };

export type ComparedRow = {
  key: string;
  label: string;
  /** The text of each record, in the order of the records. */
  texts: readonly string[];
  /** Id of the record whose value is used, or null if there is no choice. */
  chosen: number | null;
  result: string;
};

type Props = {
  label: string;
  result: string;
  records: readonly ComparedRecord[];
  kept: number;
  /** Whether the remaining record is fixed. */
  isKeptFixed?: boolean;
  rows: readonly ComparedRow[];
  onKeep: (id: number) => void;
  onChoose: (key: string, id: number) => void;
};

/** Compares records of one person side by side: which record remains, which values it takes, and the result. */
export function CompareTable({ label, result, records, kept, isKeptFixed, rows, onKeep, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={classes.scroller} aria-label={`${label}, table`} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <td />
            {records.map((record) => (
              <th key={record.id} scope="col">
                <Radio
                  name="kept"
                  label={record.keep}
                  checked={kept === record.id}
                  disabled={isKeptFixed === true}
                  onChange={() => onKeep(record.id)}
                />
                <span className={classes.hint}>{record.hint}</span>
              </th>
            ))}
            <th scope="col">{result}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {records.map(({ id }, at) => {
                const text = row.texts[at] || '–';
                return (
                  <td key={id}>
                    {row.chosen === null ? (
                      text
                    ) : (
                      <Radio
                        name={row.key}
                        label={text}
                        aria-label={`${row.label}: ${text}`}
                        checked={row.chosen === id}
                        onChange={() => onChoose(row.key, id)}
                      />
                    )}
                  </td>
                );
              })}
              <td className={classes.result}>{row.result || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
