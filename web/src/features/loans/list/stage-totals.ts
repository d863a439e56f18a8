import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { filtersOf } from './loan-list';
import type { LoanSearch } from './loan-search';

/** Count and amount by stage, with all filters except the stage. */
const stageTotalsQuery = (search: LoanSearch) => {
  const { stage: _, ...query } = filtersOf(search);
  return queryOptions({
    queryKey: ['loans', 'page', 'totals', query],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/stage-totals', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

export const useStageTotals = (search: LoanSearch) => useQuery(stageTotalsQuery(search));
