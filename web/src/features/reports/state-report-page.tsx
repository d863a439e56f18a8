import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { integer, money } from '@/shared/lib/format';
import { useLookups } from '@/shared/session/lookups';
import type { Period } from './period';
import { ReportPage } from './report-page';
import { stateReportQuery } from './reports';
import { amountOf, countOf } from './sums';
import { texts } from './texts';

const heads = texts.columns;

/** Applications and funded loans by state. */
export function StateReportPage() {
  const [period, setPeriod] = useState<Period>('thisYear');
  const { states } = useLookups();
  const nameOf = (code: string | null | undefined) =>
    states.find((state) => state.code === code)?.name ?? heads.noState;
  return (
    <ReportPage
      words={texts.state}
      periods={['thisQuarter', 'lastQuarter', 'thisYear', 'lastYear']}
      period={period}
      onPeriod={setPeriod}
      report={useQuery(stateReportQuery(period))}
      rowKey={({ StateCode }) => StateCode ?? ''}
      columns={(rows) => {
        const [received, funded] = [rows.map((row) => row.received), rows.map((row) => row.funded)];
        const number = { width: 130, isNumeric: true, isHeadFirst: true } as const;
        return [
          { key: 'state', head: heads.state, cell: (row) => nameOf(row.StateCode), total: heads.total },
          {
            ...number,
            key: 'received',
            head: heads.received,
            cell: (row) => integer(row.received.count),
            total: integer(countOf(received)),
          },
          {
            ...number,
            key: 'receivedAmount',
            head: heads.receivedAmount,
            cell: (row) => money(row.received.LoanAmount),
            total: money(amountOf(received)),
          },
          {
            ...number,
            key: 'funded',
            head: heads.funded,
            cell: (row) => integer(row.funded.count),
            total: integer(countOf(funded)),
          },
          {
            ...number,
            key: 'fundedAmount',
            head: heads.fundedAmount,
            cell: (row) => money(row.funded.LoanAmount),
            total: money(amountOf(funded)),
          },
        ];
      }}
    />
  );
}
