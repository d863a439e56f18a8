import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type Lender = components['schemas']['LenderIntegration'];

/** All supported lenders with the user's own connections, and the company's lenders. */
export const lendersQuery = queryOptions({
  queryKey: ['lender-integrations'],
  queryFn: () => answer(api.GET('/api/lender-integrations')),
  staleTime: 0,
  meta: { quiet: true },
});

/** Redirects to the lender. */
export const useBeginConnection = () =>
  useMutation({
    mutationFn: async () => {
      const call = api.POST('/api/lender-integrations/rocket/authorization');
      window.location.assign((await answer(call)).authorizationUrl);
    },
  });
