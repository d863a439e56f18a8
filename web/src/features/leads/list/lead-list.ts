import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { LeadPage } from '@/api/types';
import { pageSize } from '@/shared/lib/constants';
import { type LeadSearch, sortingOf } from './lead-search';

type Count = Pick<LeadPage, 'count' | 'countIsCapped'>;

/** The filters, without page and sorting. */
const filtersOf = ({ string, status, source, unworked, assigneeType, assigneeId }: LeadSearch) => ({
  string,
  status: status ? Number(status) : undefined,
  source: source ? Number(source) : undefined,
  unworked: unworked ? true : undefined,
  assigneeType,
  assigneeId: assigneeId ? Number(assigneeId) : undefined,
});

const countKey = (search: LeadSearch) => ['leads', 'count', filtersOf(search)] as const;

/** One page of leads. The first page includes the total count. */
export const leadPageQuery = (search: LeadSearch) => {
  const query = { ...filtersOf(search), ...sortingOf(search), after: search.after };
  return queryOptions({
    queryKey: ['leads', 'page', query],
    queryFn: async ({ signal, client }) => {
      const page = await answer(api.GET('/api/leads', { params: { query: { ...query, limit: pageSize } }, signal }));
      if (typeof page.count === 'number') client.setQueryData<Count>(countKey(search), page);
      return page;
    },
    placeholderData: keepPreviousData,
    meta: { cleansAddress: true },
  });
};

/** The total count. Fetched separately only if a later page was opened first. */
const leadCountQuery = (search: LeadSearch, enabled: boolean) =>
  queryOptions({
    queryKey: countKey(search),
    queryFn: ({ signal }): Promise<Count> =>
      answer(api.GET('/api/leads', { params: { query: { ...filtersOf(search), onlyCount: true } }, signal })),
    enabled,
    staleTime: 60_000,
    meta: { quiet: true },
  });

export const useLeadPage = (search: LeadSearch) => useQuery(leadPageQuery(search));
export const useLeadCount = (search: LeadSearch) => useQuery(leadCountQuery(search, search.after !== undefined)).data;

/** How many of the listed leads were not worked in time. */
export const useUnworkedCount = (search: LeadSearch): Count | undefined =>
  useQuery({ ...leadCountQuery({ ...search, unworked: 'true' }, true), staleTime: 0 }).data;
