import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { readMismo } from './support/imports.ts';
import { turn } from './support/keyboard.ts';
import { createLoan } from './support/loans.ts';

const fixture = (name: string) => resolve(import.meta.dirname, '../crates/lending/tests/fixtures', name);

// Many states, each checked twice.
test.slow();

/** One pixel on each side of every layout breakpoint, and the narrowest phone. */
const widths = [390, 767, 768, 991, 992, 1194, 1195, 1260, 1280, 1440];

const loans = (page: Page) => expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
const openDialog = async (page: Page, origin: string, item: string) => {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: item }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

test('the errors of the sign-in page are accessible', async ({ page }) => {
  await page.goto(`http://harbor.localhost:${process.env.KEYTURN_PORT}/login`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectAccessible(page);
});

test('the pipeline and its menus are accessible at every width', { tag: ['@CONST-01'] }, async ({ page, company }) => {
  await company.signIn(page, 'Omar Haddad');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'No loans yet' })).toBeVisible();
  await expectAccessible(page);
  await company.signIn(page, 'Avery Stone');
  for (const lastName of ['Ortiz', 'Brown', 'Lopez']) await createLoan(page, { firstName: 'Maya', lastName });
  await company.signIn(page, 'Omar Haddad');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('table', { name: 'Loans' })).toContainText('Maya Lopez');
  await expectAccessible(page);
  for (const name of [/^Account/, 'Create', /^Stage/]) {
    await page.getByRole('button', { name }).and(page.locator('[aria-haspopup="menu"]')).first().click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await page.goto(`${company.origin}/app/loans?string=nobody`);
  await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
  await expectAccessible(page);
  await answerWith(page, '/api/loans', 500, { code: 'LWAPI10500', message: 'The list is resting.' });
  await page.goto(`${company.origin}/app/loans?string=somebody`);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();

  await page.goto(`${company.origin}/app/loans`);
  await loans(page);
  for (const width of widths) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'Loans' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('the Create Loan dialog is accessible in each of its states', {
  tag: ['@CONST-01', '@CONST-02'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await openDialog(page, company.origin, 'Loan');
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Loan Officer' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Subject property state').first().click();
  await expect(page.getByRole('option', { name: 'California' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Maya');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question).toBeVisible();
  expect((await question.boundingBox())?.width).toBe(600);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Yes' }).click();

  await openDialog(page, company.origin, 'MISMO 3.4 Import');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: /^Closed/ }).click();
  await page.getByLabel('Choose file').setInputFiles(fixture('refinance-with-real-estate.xml'));
  await dialog.getByText(/warnings? in this file/).click();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Funded Date' }).click();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const width of widths) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await openDialog(page, company.origin, 'FNM 3.2 Import');
  await expectAccessible(page);
});

test('a loan can be read and changed accessibly at every width', { tag: ['@CONST-01'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await openDialog(page, company.origin, 'MISMO 3.4 Import');
  await page.getByRole('radio', { name: /^Active/ }).click();
  const choose = page.getByLabel('Choose file');
  await choose.setInputFiles(fixture('conventional-purchase.xml'));
  const review = page.getByRole('dialog', { name: 'TRID Review' });
  await expect(review).toBeVisible();
  await expectAccessible(page);
  for (const width of widths) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });
  await review.getByRole('button', { name: 'Remove File' }).click();
  await readMismo(page, () => choose.setInputFiles(fixture('refinance-with-real-estate.xml')));
  await page
    .getByRole('dialog')
    .getByText(/warnings? in this file/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Loan' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lena Lindqvist');
  await expectAccessible(page);
  for (const width of widths) await expectNoSidewaysScroll(page, width);
  await expectNoSidewaysScroll(page, 390);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Section/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('region', { name: /^1a/ }).getByRole('textbox', { name: 'Email' }).fill('nobody');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Please enter valid email')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('You have locked this loan')).toBeVisible();
  await expectAccessible(page);
});

test('the main job works with the keyboard alone', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await loans(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Create Loan' });
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await page.keyboard.type('Kai');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kai.keys@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4155550132');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'Prospect' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('checkbox', { name: 'Invite Borrower' })).toBeFocused();
  await page.keyboard.press('Tab');
  // The list opens with the first letter and resets its selection in the next event loop turn.
  await page.keyboard.type('T');
  await turn(page);
  await page.keyboard.type('ex');
  await expect(page.getByRole('option', { name: 'Texas' })).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Subject property state').first()).toHaveValue('Texas');
  await dialog.getByRole('button', { name: 'Create Loan' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kai Keys');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await page.getByRole('link', { name: /Kai Keys/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kai Keys');
});
