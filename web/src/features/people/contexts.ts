import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** The parts of the program that one may enter. */
export const contextsQuery = queryOptions({
  queryKey: ['contexts'],
  queryFn: () => answer(api.GET('/api/contexts')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
