import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const leadQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id],
    queryFn: () => answer(api.GET('/api/leads/{id}', { params: { path: { id } } })),
    // The page shows its own message for a missing lead.
    meta: { quiet: true },
  });

export const useLead = (id: number) => useSuspenseQuery(leadQuery(id)).data;
