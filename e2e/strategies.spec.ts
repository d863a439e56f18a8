import type { Page } from '@playwright/test';
import { expect, test } from './support/company.ts';
import { answerWith, changeAnswer } from './support/failures.ts';

type Strategy = 'custom-login' | 'programmatic-login';

const strategy = (page: Page, name: Strategy) =>
  changeAnswer<{ auth: { strategy: string } }>(page, '/api/config', (config) => {
    config.auth.strategy = name;
  });

/** Collects requests to the identity provider. */
function redirects(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => request.url().includes('/oidc/authorize') && seen.push(request.url()));
  return seen;
}

const loans = (page: Page) => expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();

test('a test can use its own token', { tag: ['@AUTH-17'] }, async ({ page, company }) => {
  const seen = redirects(page);
  await strategy(page, 'programmatic-login');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page).toHaveURL(`${company.origin}/autherror`);
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await loans(page);
  expect(seen).toEqual([]);
});

test('a test can sign in with the app’s own form', { tag: ['@AUTH-17'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const tokens = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.clear();
    return { id_token: stored.id_token, refresh_token: stored.refresh_token, expires_in: 600 };
  });
  const seen = redirects(page);
  const bodies: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/api/auth/login') && bodies.push(request.postDataJSON()));
  await strategy(page, 'custom-login');
  await page.goto(`${company.origin}/app/loans?orderBy=amount`);
  await expect(page).toHaveURL(`${company.origin}/login`);

  await answerWith(page, '/api/auth/login', 401, { code: 'LWAUTH10010', message: 'Email or password is not right.' });
  const credentials = { email: company.email('Avery Stone'), password: 'Correct-horse-9!' };
  await page.getByRole('textbox', { name: 'Email' }).fill(credentials.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(credentials.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Email or password is not right.');
  await answerWith(page, '/api/auth/login', 200, { mfaRequired: true });
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await answerWith(page, '/api/auth/login', 200, tokens);
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${company.origin}/app/loans?orderBy=amount`);
  await loans(page);
  expect(bodies).toEqual([credentials, credentials, { ...credentials, mfaCode: '123456' }]);
  expect(seen).toEqual([]);
});

test('every call after sign-in has the token, and no other host gets it', { tag: ['@AUTH-06'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const bearers: [string, string | undefined][] = [];
  page.on('request', (request) => bearers.push([request.url(), request.headers().authorization]));
  await page.goto(`${company.origin}/app/loans`);
  await loans(page);
  await page.getByRole('searchbox').fill('ortiz');
  await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
  const calls = bearers.filter(([url]) => url.startsWith(`${company.origin}/api/`));
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(([, bearer]) => !bearer?.startsWith('Bearer '))).toEqual([]);
  const others = bearers.filter(([url]) => !url.startsWith(`${company.origin}/api/`));
  expect(others.filter(([, bearer]) => bearer)).toEqual([]);
});

test('a borrower portal doesn’t open the staff app', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/1234/app/loans`);
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Loans' })).toHaveCount(0);
});
