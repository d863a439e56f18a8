import { Link } from '@tanstack/react-router';
import { integer, money } from '@/shared/lib/format';
import { StageName } from '@/shared/records/stage-name';
import { useLookups } from '@/shared/session/lookups';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import classes from '@/shared/ui/summary/summary.module.css';
import { Share } from '@/shared/ui/summary/summary-page';
import { amountOf, averageOf, countOf, type Sum, shareOf } from './sums';
import { texts } from './texts';

const heads = texts.columns;

type Row = Sum & { stageId: number };
type Props = {
  label: string;
  totals: readonly Row[];
  /** Whether to show averages and totals. */
  isWhole?: boolean;
};

/** Loans by stage, in the company's order. Each stage links to its loans. */
export function StageTable({ label, totals, isWhole }: Props) {
  const { loanStages } = useLookups();
  const rows = loanStages.flatMap((stage) => {
    const total = totals.find(({ stageId }) => stageId === stage.id);
    return total && total.count > 0 ? [{ ...total, stage }] : [];
  });
  const columns: ListColumn<(typeof rows)[number]>[] = [
    {
      key: 'stage',
      head: heads.stage,
      width: 210,
      cell: ({ stage }) => (
        <Link to="/app/loans" search={{ stage: String(stage.id) }} className={classes.link}>
          <StageName stage={stage} />
        </Link>
      ),
      ...(isWhole && { total: heads.total }),
    },
    {
      key: 'count',
      head: heads.loans,
      width: 70,
      isNumeric: true,
      isHeadFirst: true,
      cell: ({ count }) => integer(count),
      ...(isWhole && { total: integer(countOf(rows)) }),
    },
    {
      key: 'amount',
      head: heads.amount,
      width: 130,
      isNumeric: true,
      isHeadFirst: true,
      cell: (row) => money(row.LoanAmount),
      ...(isWhole && { total: money(amountOf(rows)) }),
    },
  ];
  const share: (typeof columns)[number] = {
    key: 'share',
    head: heads.share,
    cell: (row) => <Share of={shareOf(row, rows)} />,
  };
  const average: (typeof columns)[number] = {
    key: 'average',
    head: heads.average,
    width: 130,
    isNumeric: true,
    isHeadFirst: true,
    cell: (row) => money(averageOf(row)),
    total: money(averageOf({ count: countOf(rows), LoanAmount: amountOf(rows) })),
  };
  return (
    <ListTable
      label={label}
      columns={isWhole ? [...columns, average, share] : [...columns, share]}
      rows={rows}
      rowKey={({ stage }) => stage.id}
    />
  );
}
