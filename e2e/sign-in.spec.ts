import type { Page, Request } from '@playwright/test';
import { expect, goToEmptyPage, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';

/** All demo users have this password. The page offers them as one click. */
const demoPassword = 'Keyturn-Demo-2026!';

const storedUser = (page: Page): Promise<{ id_token: string; refresh_token: string } | null> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:'));
    return key ? JSON.parse(localStorage.getItem(key) ?? 'null') : null;
  });

const pathOf = (request: Request) => new URL(request.url()).pathname;

test('a visitor signs in at the provider and returns to the requested page', {
  tag: ['@smoke', '@AUTH-01', '@AUTH-03', '@AUTH-04', '@AUTH-16', '@SESSION-07', '@SESSION-08', '@SESSION-10'],
}, async ({ page }) => {
  // Harbor Home Lending is a demo company, so its users have passwords.
  const origin = `http://harbor.localhost:${process.env.KEYTURN_PORT}`;
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));

  await page.goto(`${origin}/app/loans?orderBy=amount`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const authorize = new URL(requests.find((request) => pathOf(request) === '/oidc/authorize')?.url() ?? '');
  expect(authorize.origin).toBe(origin);
  expect(authorize.searchParams.get('scope')).toBe(
    'openid name email company_name user_metadata app_metadata offline_access',
  );
  expect(authorize.searchParams.get('redirect_uri')).toBe(`${origin}/callback`);
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256');

  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('avery.stone@harbor.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Email or password is not right.');
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page).toHaveURL(`${origin}/app/loans?orderBy=amount`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  const token = `Bearer ${(await storedUser(page))?.id_token}`;
  const calls = requests.filter((request) => pathOf(request).startsWith('/api/users'));
  expect(calls.map((request) => request.headers().authorization)).toEqual(calls.map(() => token));
  expect(await page.evaluate(() => sessionStorage.getItem('sessionId'))).toBeTruthy();
  const sessionId = await page.evaluate(() => sessionStorage.getItem('sessionId'));
  const next = page.waitForRequest((request) => pathOf(request) === '/api/loans');
  await page.getByRole('button', { name: 'Amount' }).click();
  expect((await next).headers()['x-session-id']).toBe(sessionId);
});

test('one click on a demo sign-in is enough', { tag: ['@smoke'] }, async ({ page }) => {
  await page.goto(`http://harbor.localhost:${process.env.KEYTURN_PORT}/`);
  await page.getByRole('button', { name: 'Grace Whitfield' }).click();
  await expect(page).toHaveURL(/\/app\/loans$/);
  await expect(page.getByRole('button', { name: 'Account: Grace Whitfield' })).toBeVisible();
});

test('a token that is about to expire is renewed unnoticed', { tag: ['@AUTH-02', '@SESSION-02'] }, async ({
  page,
  company,
}) => {
  await page.clock.install();
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  const before = await storedUser(page);
  expect(before?.refresh_token).toBeTruthy();
  // Two ID tokens of one user in the same second are equal, so renew in a later second.
  const payload = Buffer.from(before?.id_token.split('.')[1] ?? '', 'base64url').toString();
  const { iat } = JSON.parse(payload) as { iat: number };
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(iat);

  const renewal = page.waitForRequest((request) => pathOf(request) === '/oidc/token');
  await page.clock.fastForward('09:30');
  expect((await renewal).postData()).toContain('grant_type=refresh_token');
  await expect.poll(async () => (await storedUser(page))?.id_token).not.toBe(before?.id_token);
  const renewed = await storedUser(page);
  expect(renewed?.refresh_token).not.toBe(before?.refresh_token);

  const call = page.waitForRequest((request) => pathOf(request) === '/api/loans');
  await page.getByRole('searchbox').fill('ortiz');
  await page.clock.runFor(400);
  expect((await call).headers().authorization).toBe(`Bearer ${renewed?.id_token}`);
  await expect(page).toHaveURL(/string=ortiz/);
});

test('logging out ends the session, and Re-Login asks for the password and keeps the theme', {
  tag: ['@SESSION-01', '@SESSION-13', '@SESSION-14', '@SESSION-15', '@SESSION-19', '@USERMENU-10'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('button', { name: 'Account: Avery Stone' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const logout = page.waitForRequest((request) => pathOf(request) === '/api/auth/logout');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  expect((await logout).postDataJSON()).toEqual({ returnUrl: `${company.origin}/session-ended` });
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
  await expect(page.getByRole('heading', { name: 'Session Ended' })).toBeVisible();
  await expect(page.getByText('Your session has ended. Please log in again to continue.')).toBeVisible();
  expect(await storedUser(page)).toBeNull();

  const again = page.waitForRequest((request) => request.isNavigationRequest() && pathOf(request) === '/');
  await page.getByRole('button', { name: 'Re-Login' }).click();
  expect((await again).url()).toBe(`${company.origin}/?theme=dark`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the session-ended page shows texts from the address and runs no script', {
  tag: ['@SESSION-13', '@SESSION-14', '@SESSION-18'],
}, async ({ page, company }) => {
  const shown = (query: string) => page.goto(`${company.origin}/session-ended?${query}`);
  await shown(`title=Bye&message=${encodeURIComponent('<b>See you</b><script>document.title = "taken"</script>')}`);
  await expect(page.getByRole('heading', { name: 'Bye' })).toBeVisible();
  await expect(page.locator('b', { hasText: 'See you' })).toBeVisible();
  await expect(page).not.toHaveTitle(/taken/);
  await shown(`reason=${encodeURIComponent('Signed out by admin')}`);
  await expect(page.getByText('Signed out by admin')).toBeVisible();
});

test('any 401 except an expired token ends the session at once', { tag: ['@SESSION-04'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  await answerWith(page, '/api/loans', 401, { code: 'LWAUTH10003', message: 'Your session has ended.' });
  await page.getByRole('searchbox').fill('ortiz');
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
  expect(await storedUser(page)).toBeNull();
});

for (const [tag, body] of [
  ['@SESSION-05', { code: 'LWAPI', message: 'Expired.', isExpired: true }],
  ['@SESSION-06', { code: 'LWAUTH10001', message: 'Expired.' }],
] as const) {
  test(`an expired token leads to the login page after five seconds (${tag})`, { tag }, async ({ page, company }) => {
    await page.clock.install();
    await company.signIn(page, 'Avery Stone');
    await page.goto(`${company.origin}/app/loans`);
    await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
    await answerWith(page, '/api/loans', 401, body);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('searchbox').fill('ortiz');
    await page.clock.runFor(500);
    await expect(page.getByText('Your session has expired. Redirecting to login...')).toBeVisible();
    await page.clock.runFor(4_000);
    expect(page.url()).toContain('/app/loans');
    await page.clock.runFor(1_500);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}

test('clearing storage in one tab ends the session in the other', { tag: ['@SESSION-03'] }, async ({
  page,
  context,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  const other = await context.newPage();
  await goToEmptyPage(other, company.origin);
  await other.evaluate(() => localStorage.clear());
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
});

test('public pages open without a sign-in and state their purpose', {
  tag: ['@AUTH-07', '@AUTH-09', '@AUTH-11', '@AUTH-12', '@AUTH-15', '@AUTH-18'],
}, async ({ page, company }) => {
  const open = (path: string) => page.goto(`${company.origin}${path}`);
  await open('/callback?error=access_denied&error_description=Denied%20by%20the%20company');
  await expect(page).toHaveURL(/\/autherror/);
  await expect(page.getByRole('heading', { name: 'Authentication error' })).toBeVisible();
  await expect(page.getByText('Denied by the company')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go back to login' })).toBeVisible();

  await open('/servererror');
  await expect(page.getByText('Something went wrong on our side. Please try again later.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to home' })).toBeVisible();

  await open('/requesterror');
  await expect(page.getByText('We could not process this request.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to home' })).toBeVisible();

  await open('/not-found');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();

  await company.signIn(page, 'Avery Stone');
  await open('/not-found');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Loans' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Not Found');
});

test('a failed start is shown to the user and logged to the console', { tag: ['@AUTH-19'] }, async ({
  page,
  company,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await answerWith(page, '/api/config', 500, { code: 'LWAPI10500', message: 'Down.' });
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByText('Something went wrong on our side. Please try again later.')).toBeVisible();
  expect(errors.join()).toContain('Keyturn could not start');
});

test('a user without a role sees a message and can sign out', async ({ page, company }) => {
  await company.signIn(page, 'Ivy Chen');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
});
