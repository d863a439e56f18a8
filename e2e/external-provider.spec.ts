import { expect, type Page, test } from '@playwright/test';
import { type IdentityProvider, startIdentityProvider } from './support/identity-provider.ts';
import { watchPolicy } from './support/policy.ts';
import { freePort, type Server, startLimitMs, startServer } from './support/server.ts';

/** A company that uses its own identity provider needs only three settings. */
let provider: IdentityProvider;
let server: Server;
let origin: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(startLimitMs + 30_000);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  provider = await startIdentityProvider(origin);
  const settings = {
    KEYTURN_AUTH_ISSUER: provider.issuer,
    KEYTURN_AUTH_CLIENT_ID: 'harbor-keyturn',
    KEYTURN_AUTH_SCOPES: 'openid email offline_access',
  };
  server = await startServer(settings, port);
});

test.afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

type Stored = { id_token: string; refresh_token: string };

const stored = (page: Page): Promise<Stored | null> =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? 'null'),
    `oidc.user:${provider.issuer}:harbor-keyturn`,
  );

/** Signs in at the provider and consents. */
async function signInThere(page: Page, subject: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('of the other provider');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const me = (page: Page, token: string) =>
  page.request.get(`${origin}/api/users/me`, { headers: { Authorization: `Bearer ${token}` } });

test('Avery signs in at her company’s own provider, is renewed unnoticed, and signs out there too', {
  tag: ['@AUTH-01', '@AUTH-02', '@AUTH-05'],
}, async ({ page }) => {
  const violations = await watchPolicy(page);
  const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`));
  await page.goto(`${origin}/app/loans`);
  const asks = new URL((await asked).url()).searchParams;
  expect([asks.get('prompt'), asks.get('max_age'), asks.get('code_challenge_method')]).toEqual([
    'login',
    '43200',
    'S256',
  ]);
  await signInThere(page, 'subject of avery.stone@harbor.example');
  await page.waitForURL(`${origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();

  // The tokens come from the other provider and are renewed while she works.
  const first = await stored(page);
  const claims = JSON.parse(Buffer.from(first?.id_token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims.nonce).toBe(asks.get('nonce'));
  expect(asks.get('state')).toBeTruthy();
  await expect.poll(async () => (await stored(page))?.id_token).not.toBe(first?.id_token);
  const renewed = await stored(page);
  expect(renewed?.refresh_token).not.toBe(first?.refresh_token);
  expect(page.url()).toBe(`${origin}/app/loans`);
  const answer = await me(page, renewed?.id_token ?? '');
  expect((await answer.json()).activeUser.name).toBe('Avery Stone');

  await page.getByRole('button', { name: /Avery Stone/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: /sign me out/i }).click();
  await page.waitForURL(/\/session-ended/);
  expect(await stored(page)).toBeNull();
  // The provider's token is still valid, but the login behind it has ended.
  const refused = await me(page, renewed?.id_token ?? '');
  expect([refused.status(), (await refused.json()).code]).toEqual([401, 'LWAUTH10003']);
  expect(violations()).toEqual([]);
});

test('a user without an invitation sees an error, and no account is created', async ({ page }) => {
  await page.goto(`${origin}/app/loans`);
  await signInThere(page, 'subject of stranger@elsewhere.example');
  await page.waitForURL(`${origin}/**`);
  await expect(page.getByText('You have no active account here.')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/\/session-ended/);
  expect(await stored(page)).toBeNull();
});
