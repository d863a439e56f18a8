import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { Config } from '@/api/types';

/**
 * The OpenID Connect client. It is loaded only to sign in, sign out or renew. All other code reads the stored token
 * directly.
 */
export function userManager(auth: Config['auth']): UserManager {
  const { origin } = window.location;
  return new UserManager({
    authority: auth.issuer,
    client_id: auth.clientId,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/session-ended`,
    scope: auth.scopes,
    extraQueryParams: auth.parameters,
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  });
}
