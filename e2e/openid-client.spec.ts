import { expect, test } from '@playwright/test';
import * as client from 'openid-client';

const email = 'avery.stone@harbor.example';
const password = 'Keyturn-Demo-2026!';

/** Submits the password like the provider's page. The demo data has no second factor. */
async function showPassword(authorize: URL): Promise<URL> {
  const page = await fetch(authorize, { redirect: 'manual' });
  const login = new URL(page.headers.get('location') ?? '', authorize);
  const answer = await fetch(new URL('/oidc/sign-in', authorize), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request: login.searchParams.get('request'), email, password }),
  });
  const { redirectTo } = (await answer.json()) as { redirectTo: string };
  return new URL(redirectTo);
}

test('a certified third-party client signs in, renews and signs out at the embedded provider', {
  tag: ['@AUTH-01', '@AUTH-04'],
}, async ({ page }) => {
  const origin = `http://127.0.0.1:${process.env.KEYTURN_PORT}`;
  const config = await client.discovery(new URL(`${origin}/oidc`), 'keyturn-web', undefined, client.None(), {
    // Also verifies signatures, which it would otherwise leave to TLS.
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  });
  // Without a token, the start page redirects to the provider's published authorize address.
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/authorize'));
  await page.goto(`${origin}/`);
  const sent = new URL((await asked).url());
  expect(sent.origin + sent.pathname).toBe(config.serverMetadata().authorization_endpoint);
  expect(Object.fromEntries(sent.searchParams)).toMatchObject({
    client_id: 'keyturn-web',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${origin}/callback`,
  });

  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const authorize = client.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid name email company_name offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const callback = await showPassword(authorize);
  expect(callback.origin + callback.pathname).toBe(`${origin}/callback`);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  const claims = tokens.claims();
  expect([claims?.name, claims?.email, claims?.company_name]).toEqual(['Avery Stone', email, 'Harbor Home Lending']);
  const info = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
  expect(info.email).toBe(email);

  // After renewal it is the same login with another refresh token.
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(renewed.claims()?.sid).toBe(claims?.sid);
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);

  const end = client.buildEndSessionUrl(config, {
    id_token_hint: renewed.id_token ?? '',
    post_logout_redirect_uri: `${origin}/session-ended`,
    state: 'of the client',
  });
  const ended = await fetch(end, { redirect: 'manual' });
  expect(ended.headers.get('location')).toBe(`${origin}/session-ended?state=of+the+client`);
  await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toThrow();
});
