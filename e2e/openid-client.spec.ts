import { expect, test } from '@playwright/test';
import * as client from 'openid-client';

const email = 'avery.stone@harbor.example';
const password = 'Keyturn-Demo-2026!';

/** What the page of the provider does: shows it the password. No second factor is asked for in the demo world. */
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

test('a certified client that is not ours signs in, renews and signs out at the embedded provider', {
  tag: ['@AUTH-01', '@AUTH-04'],
}, async ({ page }) => {
  const origin = `http://127.0.0.1:${process.env.KEYTURN_PORT}`;
  const config = await client.discovery(new URL(`${origin}/oidc`), 'keyturn-web', undefined, client.None(), {
    // It checks the signatures too, which it would leave to TLS else.
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  });
  // Without a token the start page leads to the authorize address that the provider publishes.
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

  // Renewed, it is the same login under another refresh token.
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
