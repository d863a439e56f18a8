import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Permissions } from '@/api/types';
import { beginSignIn, isSignedIn } from '@/features/access/session';
import { lookupsQuery, pipelinesQuery, pricingLookupsQuery } from '@/features/loans/lookups';
import { meQuery, permissionsQuery } from '@/features/people/me';

/** The guard of the provider's area: whoever is no super administrator, or acts for somebody else, works in the program. */
export async function enterOrg(queryClient: QueryClient, returnTo: string): Promise<void> {
  if (!isSignedIn()) {
    await beginSignIn(returnTo);
    // The browser is on its way to the identity provider; until it is there nothing must be drawn.
    await new Promise(() => {});
  }
  const [{ permissions }] = await Promise.all([
    queryClient.ensureQueryData(permissionsQuery),
    queryClient.ensureQueryData(meQuery),
  ]);
  if (!permissions.includes('ORG_ADMIN')) throw redirect({ to: '/app', replace: true });
  // No page waits for these two.
  void queryClient.prefetchQuery(pipelinesQuery);
  void queryClient.prefetchQuery(pricingLookupsQuery);
  await queryClient.ensureQueryData(lookupsQuery);
}

/** The provider's super administrator has no place in the program but the pages about oneself. */
export function sendToOrg(queryClient: QueryClient, pathname: string): void {
  const known = queryClient.getQueryData<Permissions>(permissionsQuery.queryKey);
  if (!known?.permissions.includes('ORG_ADMIN') || pathname.startsWith('/app/user')) return;
  throw redirect({ to: '/org', replace: true });
}
