import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** The parts of the app that the user may open. */
export const contextsQuery = queryOptions({
  queryKey: ['contexts'],
  queryFn: () => answer(api.GET('/api/contexts')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
