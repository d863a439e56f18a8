import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from './server.ts';

export type IdentityProvider = { issuer: string; stop: () => Promise<void> };

/** Lifetime of its tokens in seconds. The web renews them a minute before they expire, so just after sign-in. */
const tokenSeconds = 63;

/**
 * A certified OpenID provider, like that of another company, on its own port. Its sign-in page accepts any email
 * address and treats it as verified. Its subjects are its own.
 */
export async function startIdentityProvider(origin: string): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'harbor-keyturn',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/session-ended`],
      },
    ],
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    clientBasedCORS: () => true,
    features: { claimsParameter: { enabled: true } },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id.replace('subject of ', ''), email_verified: true }),
    }),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: tokenSeconds, IdToken: tokenSeconds, RefreshToken: 3600, Session: 3600, Grant: 3600 },
  });
  const server = createServer(provider.callback());
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
