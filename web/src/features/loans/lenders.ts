import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const lendersQuery = queryOptions({
  queryKey: ['lookups', 'lenders'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/api/lookups', { params: { query: { keys: 'lenders' } }, signal }))).lenders ?? [],
  staleTime: 300_000,
  meta: { quiet: true },
});

export const useLenders = (enabled = true) => useQuery({ ...lendersQuery, enabled }).data;
