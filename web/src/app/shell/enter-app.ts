import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Me, Permissions } from '@/api/types';
import { beginSignIn, isSignedIn } from '@/features/access/session';
import { enteredLookupsQuery, pricingLookupsQuery } from '@/features/loans/lookups';
import { contextsQuery } from '@/features/people/contexts';
import { meQuery } from '@/features/people/me';
import { takeKeptPath, takeUpWork } from '@/shared/lib/kept-work';
import { whoIsThere } from './who-is-there';

/** Where one arrives who asked for no page. */
const start = '/app';

/** The guard of the program: whoever is not signed in is sent to sign in, and who is there is known before any page. */
export async function enterApp(queryClient: QueryClient, returnTo: string): Promise<Permissions> {
  if (!isSignedIn()) {
    await beginSignIn(returnTo);
    // The browser is on its way to the identity provider; until it is there nothing must be drawn.
    await new Promise(() => {});
  }
  const permissions = await whoIsThere(queryClient);
  const me = queryClient.getQueryData<Me>(meQuery.queryKey);
  // Whoever acts for somebody else leaves nothing behind.
  takeUpWork(me && me.loggedInUser.id === me.activeUser.id ? me.activeUser.id : null);
  const back = returnTo.split('?')[0] === start ? takeKeptPath() : null;
  if (back) throw redirect({ href: back, replace: true });
  if (permissions.permissions.includes('APP')) {
    // No page waits for these; each is read once.
    void queryClient.prefetchQuery(contextsQuery);
    void queryClient.prefetchQuery(enteredLookupsQuery);
    void queryClient.prefetchQuery(pricingLookupsQuery);
  }
  return permissions;
}
