import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { filtersOf } from './loan-list';
import type { LoanSearch } from './loan-search';

/** How many loans stand at each stage and what they come to, under everything that the list is narrowed to but the stage. */
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
