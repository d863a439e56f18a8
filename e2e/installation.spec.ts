import type { Page } from '@playwright/test';
import { type Company, companyAt, expect, test } from './support/company.ts';
import { type Server, startLimitMs, startServer } from './support/server.ts';

let server: Server;
let company: Company;

test.beforeAll(async () => {
  test.setTimeout(startLimitMs + 30_000);
  server = await startServer({ KEYTURN_FEATURE_TEST_BANNER: 'true' });
  company = companyAt('harbor', server.port);
});
test.afterAll(() => server?.stop());

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a test system shows a banner until it is closed', {
  tag: ['@BANNER-19', '@BANNER-20', '@WIDGET-06'],
}, async ({ page }) => {
  // The run's own server has no test banner.
  const plain = companyAt('harbor');
  await plain.signIn(page, 'Beth Sullivan');
  await page.goto(`${plain.origin}/app/loans`);
  await expect(region(page, 'Email')).toBeVisible();
  await expect(region(page, 'Test system')).toHaveCount(0);

  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/loans`);
  const shown = region(page, 'Test system');
  await expect(shown).toContainText('This is a test system. Do not enter real borrower data.');
  await shown.getByRole('button', { name: 'Dismiss test system notice' }).click();
  await expect(shown).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('testBannerClosed'))).toBe('true');
  await page.reload();
  await expect(region(page, 'Email')).toBeVisible();
  await expect(shown).toHaveCount(0);
});
