import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { sum } from '@/shared/lib/format';
import { filtersOf } from './list/loan-list';
import { type LoanSearch, sortingOf } from './list/loan-search';

/** The first loans of a list, for a panel. */
export const firstLoansQuery = (search: LoanSearch, limit: number) => {
  const query = { ...filtersOf(search), ...sortingOf(search), limit };
  return queryOptions({
    queryKey: ['loans', 'page', 'first', query],
    queryFn: ({ signal }) => answer(api.GET('/api/loans', { params: { query }, signal })),
    meta: { quiet: true },
  });
};

/** Loans by stage. Without rows if there are too many to sum up. */
export const loansByStageQuery = (search: LoanSearch) => {
  const { stage: _, ...query } = filtersOf(search);
  return queryOptions({
    queryKey: ['loans', 'page', 'totals', query],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/stage-totals', { params: { query }, signal })),
    meta: { quiet: true },
  });
};

type Totals = { rows?: { count: number; LoanAmount: string }[] | null };

/** The total of all stages. */
export function totalOfStages({ rows }: Totals): { count: number; amount: string } | null {
  if (!rows) return null;
  return { count: rows.reduce((all, row) => all + row.count, 0), amount: sum(rows.map((row) => row.LoanAmount)) };
}
