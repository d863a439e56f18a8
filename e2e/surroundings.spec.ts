import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';

const main = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
test('on entering, what prices are asked with and the stages and lenders are read, once', {
  tag: ['@SHELL-06', '@SHELL-07'],
}, async ({ page, company }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['/api/startup', '/api/pricing/lookups', '/api/lookups'].includes(pathname)) asked.push(pathname);
  });
  await company.signIn(page, 'Avery Stone');
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/startup');
  await page.goto(`${company.origin}/app/loans`);
  const { app } = await (await answered).json();
  expect(Object.keys(app.keyedLookups).sort()).toEqual(['lenders', 'pipelines']);
  expect(app.pricingLookups.loanTypes).toContainEqual({ value: 'FHA', label: 'FHA' });
  const expected = ['/api/startup'];
  await main(page).getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
  await main(page).getByRole('link', { name: 'Loans' }).click();
  await expect(page.getByRole('heading', { name: 'Loans', level: 1, exact: true })).toBeVisible();
  expect(asked).toEqual(expected);
});

test('the header leads to the systems of lenders, found by either name', {
  tag: ['@LENDER-01', '@LENDER-03', '@LENDER-04', '@LENDER-05', '@LENDER-06', '@LENDER-07', '@LENDER-08'],
}, async ({ page, company }) => {
  await changeAnswer<{ rows: { name: string; displayName: string }[] }>(page, '/api/lenders/integrated', (told) => {
    const [first] = told.rows;
    if (!first) throw new Error('The demo world has lenders');
    const more = [...Array(40).keys()].map((at) => ({ ...first, name: `made-${at}`, displayName: `Lender ${at}` }));
    told.rows.push(...more);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const button = page.getByRole('banner').getByRole('button', { name: 'Integrated Lenders' });
  await button.click();
  const popover = page.getByRole('dialog', { name: 'Integrated Lenders' });
  const logos = popover.getByRole('list', { name: 'Integrated Lenders' }).getByRole('link');
  const box = popover.getByRole('textbox', { name: 'Search lenders' });
  await expect(box).toBeFocused();
  await expect(logos).toHaveCount(52);
  const first = popover.getByRole('link', { name: 'Pacific Crest Wholesale' });
  await expect(first).toHaveAttribute('href', 'https://pacific-crest.example/brokers');
  await expect(first).toHaveAttribute('target', '_blank');
  await expect(first.getByRole('img')).toBeVisible();
  await expectAccessible(page);

  const width = () => popover.evaluate((element) => (element as HTMLElement).offsetWidth);
  expect(await width()).toBe(860);
  const list = popover.getByRole('list', { name: 'Integrated Lenders' });
  expect(await list.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(355);
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);

  await box.fill('OLD mill');
  await expect(logos).toHaveCount(1);
  await expect(popover.getByRole('link', { name: 'Old Mill Bank' })).toBeVisible();
  await box.fill('made-17');
  await expect(popover.getByRole('link', { name: 'Lender 17' })).toBeVisible();
  await expect(logos).toHaveCount(1);
  await box.fill('nobody');
  await expect(popover.getByText('No Records Found', { exact: true })).toBeVisible();
  await popover.getByRole('button', { name: 'Clear' }).click();
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  await expect(logos).toHaveCount(52);
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.setViewportSize({ width: 1000, height: 700 });
  await button.click();
  expect(await width()).toBe(580);
  await page.keyboard.press('Escape');
  // On phones they stand in the drawer.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(button).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Integrated Lenders' }).click();
  await expect(page.getByRole('link', { name: 'Old Mill Bank' })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
});

test('Connect leads to the lender, and back with the account connected or the reason', {
  tag: ['@LENDER-09'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const settings = `${company.origin}/app/settings/lender-integration`;
  await page.goto(settings);
  const row = page.getByRole('row', { name: /^Rocket Pro/ });
  await expect(row).toContainText('Not connected');
  const connect = row.getByRole('button', { name: /^Connect.*: Rocket Pro$/ });
  await connect.click();
  await expect(page.getByRole('heading', { name: 'Sandbox lender' })).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  expect(asked.get('response_type')).toBe('code');
  expect(asked.get('redirect_uri')).toBe(`${company.origin}/partner/rocket/auth/callback`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible();

  await connect.click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Rocket Pro has been successfully authorized into your account.')).toBeVisible();
  await expect(page).toHaveURL(settings);
  await expect(row.getByText('Connected', { exact: true }).first()).toBeVisible();
  await expect(connect).toHaveText('Connect again');
  // A return that nobody began is none, even with a code that the lender would take.
  await page.goto(`${company.origin}/partner/rocket/auth/callback?code=allowed&state=made-up`);
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible();
});
