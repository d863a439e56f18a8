import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Me, Permissions } from '@/api/types';
import { beginSignIn, isSignedIn } from '@/features/access/session';
import { contextsQuery } from '@/features/people/contexts';
import { loadDrafts, takeDraftPath } from '@/shared/lib/drafts';
import { enteredLookupsQuery, pricingLookupsQuery } from '@/shared/session/lookups';
import { meQuery } from '@/shared/session/me';
import { loadUser } from './load-user';

/** The page to open if the user asked for none. */
const start = '/app';

/** Guards the app: redirects visitors to sign-in, and loads the user before any page. */
export async function enterApp(queryClient: QueryClient, returnTo: string): Promise<Permissions> {
  if (!isSignedIn()) {
    await beginSignIn(returnTo);
    // The browser is leaving for the identity provider. Nothing may be rendered until then.
    await new Promise(() => {});
  }
  const permissions = await loadUser(queryClient);
  const me = queryClient.getQueryData<Me>(meQuery.queryKey);
  // No draft is kept while the user acts on behalf of another user.
  loadDrafts(me && me.loggedInUser.id === me.activeUser.id ? me.activeUser.id : null);
  const back = returnTo.split('?')[0] === start ? takeDraftPath() : null;
  if (back) throw redirect({ href: back, replace: true });
  if (permissions.permissions.includes('APP')) {
    // No page waits for these. Each is read once.
    void queryClient.prefetchQuery(contextsQuery);
    void queryClient.prefetchQuery(enteredLookupsQuery);
    void queryClient.prefetchQuery(pricingLookupsQuery);
  }
  return permissions;
}
