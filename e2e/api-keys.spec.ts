import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { type Company, companyWith, expect, type Person, test } from './support/company.ts';

async function open(page: Page, company: Company, person: Person, path: string): Promise<void> {
  await company.signIn(page, person);
  await page.goto(company.origin + path);
}

const ofCompany = '/app/settings/api-integration';
const own = '/app/user/edit/api-integration';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Upgrades to Pro with the card on file. */
async function upgrade(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click();
  await dialog(page, 'Upgrade your plan').getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(page.getByText('You’re now on the Pro plan.')).toBeVisible();
}

test('Grace upgrades, creates a key for the website, uses it and revokes it', {
  tag: ['@smoke', '@SETTINGS-05', '@BILLING-10'],
}, async ({ page, request }) => {
  const company = await companyWith('keys', {});
  await open(page, company, 'Grace Whitfield', ofCompany);
  await expect(page.getByRole('heading', { name: 'API keys come with the Pro plan' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`${company.origin}/app/settings/billing`);
  await upgrade(page);
  await expect(page).toHaveURL(company.origin + ofCompany);
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();

  await page.getByRole('button', { name: 'New key' }).click();
  const making = dialog(page, 'New API key');
  await making.getByRole('button', { name: 'Create key' }).click();
  await expect(making.getByText('Please name the key')).toBeVisible();
  await expect(making.getByText('Choose at least one scope')).toBeVisible();
  await making.getByRole('textbox', { name: 'Name' }).fill('Website form');
  await making.getByRole('checkbox', { name: 'Hand in leads' }).check();
  await expectAccessibleDialog(page, 'features/integrations/keys/new-key-dialog');
  await making.getByRole('button', { name: 'Create key' }).click();
  const made = dialog(page, 'Copy your key now');
  await expectAccessible(page);
  const secret = await made.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(secret).toMatch(/^kt_live_[0-9A-Za-z]{38}$/);
  await made.getByRole('button', { name: 'Done' }).click();

  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Website form/ });
  await expect(row).toContainText('leads:write');
  await expect(row).toContainText('Active');
  expect(await page.content()).not.toContain(secret.slice(12));
  // API clients use any host, because the key identifies the company.
  const address = `http://127.0.0.1:${new URL(company.origin).port}/api/api-keys/self`;
  const itself = () => request.get(address, { headers: { Authorization: `Bearer ${secret}` } });
  expect((await itself()).status()).toBe(200);
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);

  await row.getByRole('button', { name: 'Revoke Website form' }).click();
  await dialog(page, 'Revoke this key?').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toContainText('Revoked');
  expect((await itself()).status()).toBe(401);
});

test('Avery pays for herself: her upgrade allows her own keys but no company keys', {
  tag: ['@SETTINGS-05', '@BILLING-10'],
}, async ({ page }) => {
  const company = await companyWith('own-keys', { billing: { payer: 'SELF', planId: 'STANDARD', state: 'ACTIVE' } });
  await open(page, company, 'Avery Stone', own);
  await expect(page.getByRole('heading', { name: 'API keys come with the Pro plan' })).toBeVisible();
  await page.goto(`${company.origin}/app/user/edit/billing`);
  await upgrade(page);
  await expect(page).toHaveURL(company.origin + own);
  await expect(page.getByRole('button', { name: 'New key' })).toBeVisible();
  await page.goto(company.origin + ofCompany);
  await expect(page.getByRole('heading', { name: 'API keys' })).toHaveCount(0);
});
