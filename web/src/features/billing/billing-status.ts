import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type BillingStatus = components['schemas']['BillingStatus'];

/** How the active user stands; asked for at the start, and again where something was refused. */
export const billingStatusQuery = queryOptions({
  queryKey: ['billing', 'status'],
  queryFn: () => answer(api.GET('/api/billing/status')),
  staleTime: 60_000,
  meta: { quiet: true },
});
