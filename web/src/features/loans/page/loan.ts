import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { ApplicationDocument } from '@/api/types';

/** One loan, as its header shows it. */
export const loanQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id],
    queryFn: () => answer(api.GET('/api/loans/{id}', { params: { path: { id } } })),
    // The page says what is missing in its own words.
    meta: { quiet: true },
  });

/** Its application, with the paths of what is sealed. Under the loan's key, so that both are read again together. */
export const applicationQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id, 'application'],
    // The document is sent without what is empty, which its description can't say.
    queryFn: async () =>
      (await answer(api.GET('/api/loans/{id}/application', { params: { path: { id } } }))) as ApplicationDocument,
    meta: { quiet: true },
  });

export const useLoan = (id: number) => useSuspenseQuery(loanQuery(id)).data;
export const useApplication = (id: number) => useSuspenseQuery(applicationQuery(id)).data;
