import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type Lender = components['schemas']['LenderIntegration'];

/** Every lender whose system Keyturn knows, with one's own connections. */
export const lendersQuery = queryOptions({
  queryKey: ['lender-integrations'],
  queryFn: async () => (await answer(api.GET('/api/lender-integrations'))).rows,
  staleTime: 0,
  meta: { quiet: true },
});
