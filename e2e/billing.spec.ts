import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { type Company, companyAt, companyWith, expect, type Person, test } from './support/company.ts';

const upgradeButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Upgrade' });
const dialogOf = (page: Page, name: string | RegExp = 'Upgrade your plan') => page.getByRole('dialog', { name });

async function open(page: Page, company: Company, person: Person, path = '/app/loans'): Promise<void> {
  await company.signIn(page, person);
  await page.goto(company.origin + path);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible();
}

async function typeCard(dialog: ReturnType<typeof dialogOf>, number: string): Promise<void> {
  await dialog.getByLabel('Card number').fill(number);
  await dialog.getByLabel('Expires').fill('1230');
  await dialog.getByLabel('Security code').fill('123');
}

test('Upgrade is shown to the payer', { tag: ['@BILLING-05', '@BILLING-06', '@BILLING-07', '@NAV-30'] }, async ({
  page,
  company,
}) => {
  // The company pays for Bayside, Summit pays for itself, Nina pays for herself.
  for (const [person, isThere] of [
    ['Grace Whitfield', true],
    ['Avery Stone', false],
    ['Victor Adeyemi', false],
    ['Tom Reyes', true],
    ['Beth Sullivan', false],
    ['Nina Kowalski', true],
  ] as const) {
    await open(page, company, person);
    await expect(upgradeButton(page), person).toHaveCount(isThere ? 1 : 0);
  }
});

test('Upgrade is hidden if there is nothing to upgrade', {
  tag: ['@BILLING-01', '@BILLING-02', '@BILLING-03', '@BILLING-04'],
}, async ({ page }) => {
  await open(page, companyAt('clearpath'), 'Erin Walsh');
  await expect(upgradeButton(page)).toHaveCount(0);
  for (const [name, person, billing] of [
    ['unbilled', 'Grace Whitfield', { enabled: false, payer: 'COMPANY', state: 'NONE' }],
    ['pro', 'Grace Whitfield', { payer: 'COMPANY', planId: 'PRO', state: 'ACTIVE' }],
    ['own-pro', 'Avery Stone', { payer: 'SELF', planId: 'PRO', state: 'ACTIVE' }],
    ['cancelled', 'Grace Whitfield', { payer: 'COMPANY', state: 'ADMIN_CANCELLED', days: 5 }],
    ['own-cancelled', 'Avery Stone', { payer: 'SELF', state: 'USER_CANCELLED', days: 5 }],
  ] as const) {
    await open(page, await companyWith(name, { billing }), person);
    await expect(upgradeButton(page), name).toHaveCount(0);
  }
});

test('Grace upgrades on the billing page and continues to the API keys', {
  tag: ['@smoke', '@BILLING-08', '@BILLING-09'],
}, async ({ page }) => {
  const company = await companyWith('upgrade', {});
  await open(page, company, 'Grace Whitfield', '/app/settings/billing');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Standard');
  await upgradeButton(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio', { name: /^Pro/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Standard.*Current plan/ }).check();
  await expect(dialog.getByRole('button', { name: 'Upgrade to Standard' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Pro/ }).check();
  await expect(dialog).toContainText('$99 per loan officer and month');
  await dialog.getByText('Yearly', { exact: true }).click();
  await expect(dialog).toContainText('$990 per loan officer and year');
  await dialog.getByText('Monthly', { exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Summary' })).toContainText(/Due today\s*\$/);
  await expectAccessible(page);

  const me = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/users/me');
  await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await me;
  await expect(page.getByText('You’re now on the Pro plan.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(upgradeButton(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/billing/);
  await page.goto(`${company.origin}/app/settings/billing`);
  await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('Paid');
});

test('a refused card shows an error at its number, and the bank’s confirmation can be answered', async ({ page }) => {
  const company = await companyWith('cards', {});
  await open(page, company, 'Grace Whitfield');
  await upgradeButton(page).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: 'Another card' }).check();
  await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(dialog.getByText('Enter the card number')).toBeVisible();
  for (const [number, why] of [
    ['4111111111111111', 'This is the sandbox: it takes test cards only, such as 4242 4242 4242 4242.'],
    ['4000000000000002', 'The card was declined. Please use another card.'],
  ] as const) {
    await typeCard(dialog, number);
    await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await expect(dialog.getByText(why)).toBeVisible();
    await expect(dialog.getByLabel('Card number')).toBeFocused();
  }
  await expectAccessible(page);
  await typeCard(dialog, '4000002760003184');
  await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(dialog.getByText('Your bank asks you to confirm this payment.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByText('The payment was not confirmed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await dialog.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(page.getByText('You’re now on the Pro plan.')).toBeVisible();
  // The upgrade started on another page, so that page stays open.
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('the dialog asks about unsaved changes before it opens', { tag: ['@BILLING-11'] }, async ({ page, company }) => {
  await open(page, company, 'Grace Whitfield', '/app/settings/org-config');
  await page.getByLabel('Display name').fill('Harbor and Sons');
  await upgradeButton(page).click();
  const question = dialogOf(page, 'Unsaved changes');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByLabel('Display name')).toHaveValue('Harbor and Sons');
  await upgradeButton(page).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialogOf(page)).toBeVisible();
});

test('Grace cancels with a reason and resumes the plan', async ({ page }) => {
  const company = await companyWith('cancel', {});
  await open(page, company, 'Grace Whitfield', '/app/settings/billing');
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByRole('button', { name: 'Cancel plan' }).click();
  const dialog = dialogOf(page, 'Cancel plan');
  await dialog.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(dialog.getByText('Tell us why')).toBeVisible();
  await dialog.getByLabel('Reason').fill('We merge with another company.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(plan).toContainText('Cancelled');
  await expect(upgradeButton(page)).toHaveCount(0);
  await plan.getByRole('button', { name: 'Resume plan' }).click();
  await expect(plan).toContainText('Active');
  await expect(upgradeButton(page)).toHaveCount(1);
});

test('a restricted company sees why it can’t create loans, and pays', async ({ page }) => {
  const company = await companyWith('restricted', { billing: { payer: 'COMPANY', state: 'PAST_DUE', days: 20 } });
  await open(page, company, 'Avery Stone');
  const notice = page.getByRole('region', { name: 'Billing' });
  await expect(notice).toContainText('Your subscription is invalid or expired.');
  await expect(notice.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('n');
  const check = dialogOf(page, 'Your plan needs attention');
  await expect(check).toBeVisible();
  await expect(dialogOf(page, 'Create Loan')).toHaveCount(0);
  await expectAccessibleDialog(page, 'features/billing/plan-check-dialog');

  await open(page, company, 'Grace Whitfield');
  await notice.getByRole('link', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/settings/billing`);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Pay now' }).click();
  const pay = dialogOf(page, 'Pay now');
  await typeCard(pay, '4242424242424242');
  await pay.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('The payment went through.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Active');
});

test('Nina pays for herself, and her upgrade applies only to her', async ({ page, company }) => {
  await open(page, company, 'Nina Kowalski', '/app/user/edit/billing');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Your own plan.');
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await upgradeButton(page).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('$99 per month');
  await dialog.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(page.getByText('You’re now on the Pro plan.')).toBeVisible();
  await expect(upgradeButton(page)).toHaveCount(0);
  // Avery's company pays for her, and the page says so.
  await open(page, company, 'Avery Stone', '/app/user/edit/billing');
  await expect(page.getByText('Your company pays for your license.')).toBeVisible();
});
