import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type BillingStatus = components['schemas']['BillingStatus'];

/** The active user's billing status. Read at startup and after a 402. */
export const billingStatusQuery = queryOptions({
  queryKey: ['billing', 'status'],
  queryFn: () => answer(api.GET('/api/billing/status')),
  staleTime: 60_000,
  meta: { quiet: true },
});
