import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { integer, money } from '@/shared/lib/format';
import type { Period } from './period';
import { ReportPage } from './report-page';
import { callReportQuery } from './reports';
import { texts } from './texts';

/** Applications of a quarter by outcome. */
export function CallReportPage() {
  const [period, setPeriod] = useState<Period>('thisQuarter');
  const { columns: heads, call } = texts;
  return (
    <ReportPage
      words={call}
      periods={['thisQuarter', 'lastQuarter']}
      period={period}
      onPeriod={setPeriod}
      report={useQuery(callReportQuery(period))}
      rowKey={({ line }) => line}
      columns={() => [
        { key: 'line', head: heads.line, cell: ({ line }) => call.lines[line] },
        {
          key: 'count',
          head: heads.loans,
          width: 120,
          isNumeric: true,
          isHeadFirst: true,
          cell: ({ count }) => integer(count),
        },
        {
          key: 'amount',
          head: heads.amount,
          width: 180,
          isNumeric: true,
          isHeadFirst: true,
          cell: (row) => money(row.LoanAmount),
        },
      ]}
    />
  );
}
