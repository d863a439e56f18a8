import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Permissions } from '@/api/types';
import { pipelinesQuery, pricingLookupsQuery } from '@/shared/session/lookups';
import { permissionsQuery } from '@/shared/session/me';
import { enterApp } from './enter-app';

/** Guards the provider's area: redirects to the app unless the user is a super administrator who acts as themselves. */
export async function enterOrg(queryClient: QueryClient, returnTo: string): Promise<void> {
  const { permissions } = await enterApp(queryClient, returnTo);
  if (!permissions.includes('ORG_ADMIN')) throw redirect({ to: '/app', replace: true });
  // No page waits for these two.
  void queryClient.prefetchQuery(pipelinesQuery);
  void queryClient.prefetchQuery(pricingLookupsQuery);
}

/** The provider's super administrator uses no page of the app except their own account pages. */
export function sendToOrg(queryClient: QueryClient, pathname: string): void {
  const known = queryClient.getQueryData<Permissions>(permissionsQuery.queryKey);
  if (!known?.permissions.includes('ORG_ADMIN') || pathname.startsWith('/app/user')) return;
  throw redirect({ to: '/org', replace: true });
}
