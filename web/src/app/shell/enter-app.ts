import type { QueryClient } from '@tanstack/react-query';
import type { Permissions } from '@/api/types';
import { beginSignIn, isSignedIn } from '@/features/access/session';
import { whoIsThere } from './who-is-there';

/** The guard of the program: whoever is not signed in is sent to sign in, and who is there is known before any page. */
export async function enterApp(queryClient: QueryClient, returnTo: string): Promise<Permissions> {
  if (!isSignedIn()) {
    await beginSignIn(returnTo);
    // The browser is on its way to the identity provider; until it is there nothing must be drawn.
    await new Promise(() => {});
  }
  return whoIsThere(queryClient);
}
