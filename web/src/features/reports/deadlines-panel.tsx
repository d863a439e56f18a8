import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '@/api/schema';
import { integer } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { Share } from '@/shared/ui/summary/summary-page';
import type { Period } from './period';
import { type DeadlineGrouping, type DeadlineOutcome, deadlineReportQuery, type Reported } from './reports';
import { texts } from './texts';

type Row = components['schemas']['DeadlineReportRow'];

const DeadlinesDialog = onDemand(() => import('./deadlines-dialog'));

const words = texts.kept;
const periods: readonly Period[] = ['thisMonth', 'thisQuarter', 'lastQuarter', 'thisYear', 'lastYear'];
const groupings = Object.entries(words.groupings).map(([value, label]) => ({ value, label }));
const outcomes = [
  ['Met', 'met'],
  ['Late', 'late'],
  ['Missed', 'missed'],
  ['Open', 'open'],
] as const satisfies readonly (readonly [DeadlineOutcome, keyof Row])[];

/** Outcomes of a period's deadlines. Each number opens the list of its loans. */
export function DeadlinesPanel() {
  const [period, setPeriod] = useState<Period>('thisQuarter');
  const [by, setBy] = useState<DeadlineGrouping>('Rule');
  const [shown, setShown] = useState<{ of: Reported; name: string } | null>(null);
  const report = useQuery(deadlineReportQuery(period, by));

  const columns = (rows: readonly Row[]): ListColumn<Row>[] => {
    const nameOf = ({ name }: Row) => name ?? words.noOfficer;
    const count = (row: Row, outcome: DeadlineOutcome, number: number) =>
      number === 0 ? (
        integer(0)
      ) : (
        <button
          type="button"
          className={classes.number}
          aria-label={words.behind(words.outcomes[outcome], integer(number), nameOf(row))}
          onClick={() => setShown({ of: { by, key: row.key ?? undefined, outcome }, name: nameOf(row) })}
        >
          {integer(number)}
        </button>
      );
    return [
      { key: 'name', head: words.groupings[by], cell: nameOf, total: texts.columns.total },
      ...outcomes.map(([outcome, field]) => ({
        key: field,
        head: words.outcomes[outcome],
        width: 88,
        isNumeric: true,
        isHeadFirst: true,
        cell: (row: Row) => count(row, outcome, row[field]),
        total: integer(rows.reduce((all, row) => all + row[field], 0)),
      })),
      { key: 'share', head: words.share, width: 200, cell: (row) => <KeptShare row={row} /> },
    ];
  };

  return (
    <Panel
      title={words.title}
      text={words.text}
      action={
        <div className={classes.choices}>
          <NativeSelect
            aria-label={words.by}
            value={by}
            data={groupings}
            onChange={({ currentTarget }) => setBy(currentTarget.value as DeadlineGrouping)}
          />
          <NativeSelect
            aria-label={texts.period}
            value={period}
            data={periods.map((value) => ({ value, label: texts.periods[value] }))}
            onChange={({ currentTarget }) => setPeriod(currentTarget.value as Period)}
          />
        </div>
      }
    >
      <Loaded query={report}>
        {({ rows }) => (
          <div className={classes.edge}>
            {rows.length > 0 ? (
              <ListTable
                label={words.title}
                columns={columns(rows)}
                rows={rows}
                rowKey={({ key }) => key ?? ''}
                isStale={report.isPlaceholderData}
              />
            ) : (
              <p className={classes.none}>{words.none}</p>
            )}
          </div>
        )}
      </Loaded>
      {shown && <DeadlinesDialog {...shown} period={period} onClose={() => setShown(null)} />}
    </Panel>
  );
}

/** The share of due deadlines that were met. Renders nothing if none was due. */
function KeptShare({ row: { met, late, missed } }: { row: Row }) {
  const due = met + late + missed;
  return due > 0 && <Share of={met / due} />;
}
