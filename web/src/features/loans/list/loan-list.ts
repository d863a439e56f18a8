import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { LoanPage } from '@/api/types';
import { pageSize } from '@/shared/lib/constants';
import { isoToday } from '@/shared/lib/format';
import { type Due, type LoanSearch, sortingOf } from './loan-search';

type Count = Pick<LoanPage, 'count' | 'countIsCapped'>;

const daysUntil: Record<Due, number> = { overdue: -1, today: 0, week: 7 };

/** The filters, without page and sorting. */
export const filtersOf = ({ string, stage, due, filter, assigneeType, assigneeId }: LoanSearch) => ({
  string,
  stage: stage ? Number(stage) : undefined,
  assigneeType,
  assigneeId: assigneeId ? Number(assigneeId) : undefined,
  filter,
  nextDeadlineBy: due && isoToday(daysUntil[due]),
});

const countKey = (search: LoanSearch) => ['loans', 'count', filtersOf(search)] as const;

/** One page of the pipeline. The first page includes the total count. */
export const loanPageQuery = (search: LoanSearch) => {
  const query = { ...filtersOf(search), ...sortingOf(search), after: search.after };
  return queryOptions({
    queryKey: ['loans', 'page', query],
    queryFn: async ({ signal, client }) => {
      const page = await answer(api.GET('/api/loans', { params: { query: { ...query, limit: pageSize } }, signal }));
      if (typeof page.count === 'number') client.setQueryData<Count>(countKey(search), page);
      return page;
    },
    placeholderData: keepPreviousData,
    meta: { cleansAddress: true },
  });
};

/** The total count. Fetched separately only if a later page was opened first. */
const loanCountQuery = (search: LoanSearch) =>
  queryOptions({
    queryKey: countKey(search),
    queryFn: ({ signal }): Promise<Count> =>
      answer(api.GET('/api/loans', { params: { query: { ...filtersOf(search), onlyCount: true } }, signal })),
    enabled: search.after !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  });

export const useLoanPage = (search: LoanSearch) => useQuery(loanPageQuery(search));
export const useLoanCount = (search: LoanSearch) => useQuery(loanCountQuery(search)).data;
