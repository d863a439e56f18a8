import { NativeSelect } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import type { Period } from './period';
import { texts } from './texts';

type Props<Row> = {
  words: { title: string; text: string; table: string };
  /** The offered periods and the chosen one. */
  periods: readonly Period[];
  period: Period;
  onPeriod: (period: Period) => void;
  report: UseQueryResult<{ rows: Row[] }>;
  columns: (rows: readonly Row[]) => readonly ListColumn<Row>[];
  rowKey: (row: Row) => string;
};

/** A report for a period: a table with totals. */
export function ReportPage<Row>({ words, periods, period, onPeriod, report, columns, rowKey }: Props<Row>) {
  return (
    <SummaryPage
      title={words.title}
      text={words.text}
      action={
        <NativeSelect
          aria-label={texts.period}
          value={period}
          data={periods.map((value) => ({ value, label: texts.periods[value] }))}
          onChange={({ currentTarget }) => onPeriod(currentTarget.value as Period)}
        />
      }
    >
      <Panel title={words.table}>
        <Loaded query={report}>
          {({ rows }) => (
            <div className={classes.edge}>
              {rows.length > 0 ? (
                <ListTable
                  label={words.table}
                  columns={columns(rows)}
                  rows={rows}
                  rowKey={rowKey}
                  isStale={report.isPlaceholderData}
                />
              ) : (
                <p className={classes.none}>{texts.none}</p>
              )}
            </div>
          )}
        </Loaded>
      </Panel>
    </SummaryPage>
  );
}
