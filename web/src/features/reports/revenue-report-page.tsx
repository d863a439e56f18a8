import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { integer, money } from '@/shared/lib/format';
import { Share } from '@/shared/ui/summary/summary-page';
import type { Period } from './period';
import { ReportPage } from './report-page';
import { revenueReportQuery } from './reports';
import { amountOf, averageOf, countOf, shareOf } from './sums';
import { texts } from './texts';

const heads = texts.columns;
const monthName = (firstDay: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(firstDay));

/** Funded loans by month. */
export function RevenueReportPage() {
  const [period, setPeriod] = useState<Period>('thisYear');
  return (
    <ReportPage
      words={texts.revenue}
      periods={['thisQuarter', 'lastQuarter', 'thisYear', 'lastYear']}
      period={period}
      onPeriod={setPeriod}
      report={useQuery(revenueReportQuery(period))}
      rowKey={({ month }) => month}
      columns={(rows) => [
        { key: 'month', head: heads.month, cell: ({ month }) => monthName(month), total: heads.total },
        {
          key: 'count',
          head: heads.loans,
          width: 90,
          isNumeric: true,
          isHeadFirst: true,
          cell: ({ count }) => integer(count),
          total: integer(countOf(rows)),
        },
        {
          key: 'amount',
          head: heads.amount,
          width: 140,
          isNumeric: true,
          isHeadFirst: true,
          cell: (row) => money(row.LoanAmount),
          total: money(amountOf(rows)),
        },
        {
          key: 'average',
          head: heads.average,
          width: 120,
          isNumeric: true,
          isHeadFirst: true,
          cell: (row) => money(averageOf(row)),
          total: money(averageOf({ count: countOf(rows), LoanAmount: amountOf(rows) })),
        },
        { key: 'share', head: heads.share, cell: (row) => <Share of={shareOf(row, rows)} />, total: '' },
      ]}
    />
  );
}
