import type { QueryClient } from '@tanstack/react-query';
import { beginSignIn, isSignedIn } from '@/features/access/session';
import { lookupsQuery } from '@/features/loans/lookups';
import { meQuery, permissionsQuery } from '@/features/people/me';

/** The guard of the program: whoever is not signed in is sent to sign in, and who is there is known before any page. */
export async function enterApp(queryClient: QueryClient, returnTo: string): Promise<void> {
  if (!isSignedIn()) {
    await beginSignIn(returnTo);
    // The browser is on its way to the identity provider; until it is there nothing must be drawn.
    await new Promise(() => {});
  }
  await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.ensureQueryData(permissionsQuery),
    queryClient.ensureQueryData(lookupsQuery),
  ]);
}
