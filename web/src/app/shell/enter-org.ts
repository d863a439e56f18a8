import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Permissions } from '@/api/types';
import { pipelinesQuery, pricingLookupsQuery } from '@/features/loans/lookups';
import { permissionsQuery } from '@/features/people/me';
import { enterApp } from './enter-app';

/** The guard of the provider's area: whoever is no super administrator, or acts for somebody else, works in the program. */
export async function enterOrg(queryClient: QueryClient, returnTo: string): Promise<void> {
  const { permissions } = await enterApp(queryClient, returnTo);
  if (!permissions.includes('ORG_ADMIN')) throw redirect({ to: '/app', replace: true });
  // No page waits for these two.
  void queryClient.prefetchQuery(pipelinesQuery);
  void queryClient.prefetchQuery(pricingLookupsQuery);
}

/** The provider's super administrator has no place in the program but the pages about oneself. */
export function sendToOrg(queryClient: QueryClient, pathname: string): void {
  const known = queryClient.getQueryData<Permissions>(permissionsQuery.queryKey);
  if (!known?.permissions.includes('ORG_ADMIN') || pathname.startsWith('/app/user')) return;
  throw redirect({ to: '/org', replace: true });
}
