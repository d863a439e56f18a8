import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** One lead. */
export const leadQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id],
    queryFn: () => answer(api.GET('/api/leads/{id}', { params: { path: { id } } })),
    // The page says what is missing in its own words.
    meta: { quiet: true },
  });

export const useLead = (id: number) => useSuspenseQuery(leadQuery(id)).data;
