import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { codeOf } from './support/authenticator.ts';
import { makeDataFolder, runCommand, type Server, startLimitMs, startServer } from './support/server.ts';
import { startTlsProxy, type TlsProxy } from './support/tls.ts';

const host = 'loans.lakeside.example';
const origin = `https://${host}`;
const email = 'dana.frost@lakeside.example';
const password = 'copper-Lantern-7-orbits!';
const production = { KEYTURN_PROFILE: 'production' };

let server: Server;
let proxy: TlsProxy;
let browser: Browser;
let link: string;

test.setTimeout(180_000);

test.beforeAll(async () => {
  test.setTimeout(2 * startLimitMs);
  const data = await makeDataFolder();
  const words = ['setup', '--company-name', 'Lakeside Lending', '--state', 'MN', '--time-zone', 'America/Chicago'];
  const output = await runCommand([...words, '--host', host, '--first-name', 'Dana', '--last-name', 'Frost'], data, {
    ...production,
    KEYTURN_SETUP_EMAIL: email,
  });
  link = /https:\S+setPassword\S+/.exec(output)?.[0] ?? '';
  server = await startServer(production, undefined, data);
  proxy = await startTlsProxy(host, server.port);
});

test.afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
  await server?.stop();
});

const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

test('an empty production database is set up, and its super administrator signs in with a second factor', async ({
  launchOptions,
}) => {
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host}:443 127.0.0.1:${proxy.port}`];
  browser = await chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('textbox', { name: 'Re-enter password' }).fill(password);
  await page.getByRole('button', { name: 'SET NEW PASSWORD' }).click();
  await expect(page.getByText('Password set successfully! Log in to your account now')).toBeVisible();

  await page.goto(origin);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await code(page).fill(codeOf((await page.locator('code').textContent()) ?? ''));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  // A company without an owner asks its administrator who that is.
  const owner = page.getByRole('dialog', { name: 'Select Company Owner' });
  await owner.getByRole('radio', { name: /Dana Frost/ }).check();
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner).toBeHidden();

  // The account administers the company.
  await expect(page.getByRole('button', { name: /Dana Frost/ })).toBeVisible();
  await page.goto(`${origin}/app/settings/users`);
  await expect(page.getByRole('row', { name: /Dana Frost/ })).toContainText('Company Admin');

  // And all companies, as super administrator.
  await page.getByRole('button', { name: /Dana Frost/ }).click();
  await page.getByRole('menuitem', { name: 'Switch Branch or Role' }).click();
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Keyturn/ })
    .click();
  await expect(page).toHaveURL(`${origin}/org`);
  await expect(page.getByRole('table', { name: 'Companies' })).toContainText('Lakeside Lending');

  // The link worked once.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Already Registered' })).toBeVisible();
});
