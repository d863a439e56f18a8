import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/company.ts';
import { createLoan } from './support/loans.ts';

const fixture = (name: string) => resolve(import.meta.dirname, '../crates/lending/tests/fixtures', name);
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const harbor = () => `http://harbor.localhost:${process.env.KEYTURN_PORT}`;

for (const [size, viewport] of Object.entries(sizes)) {
  for (const scheme of ['light', 'dark']) {
    test.describe(`${size} ${scheme}`, () => {
      test.use({ viewport });
      test.beforeEach(({ page }) =>
        page.addInitScript((value) => localStorage.setItem('selectedTheme', value), scheme),
      );
      const take = async (page: Page, name: string, fullPage = false) => {
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `screenshots/${name}-${size}-${scheme}.png`, fullPage });
      };
      const dialog = (page: Page) => page.getByRole('dialog').last();
      const open = async (page: Page, origin: string, item: string) => {
        await page.goto(`${origin}/app/loans`);
        await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
        await page.getByRole('menuitem', { name: item }).first().click();
        await expect(dialog(page)).toBeVisible();
      };

      test('public screens', async ({ page, company }) => {
        await page.goto(`${harbor()}/login`);
        await expect(page.getByText('Demo sign-ins')).toBeVisible();
        await take(page, 'login');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await take(page, 'login-errors');
        for (const path of ['session-ended', 'autherror', 'servererror', 'requesterror', 'not-found']) {
          await page.goto(`${company.origin}/${path}`);
          await take(page, path);
        }
      });

      test('the pipeline', async ({ page, company }) => {
        await company.signIn(page, 'Ivy Chen');
        await page.goto(`${company.origin}/app/loans`);
        await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
        await take(page, 'no-access');
        await company.signIn(page, 'Marcus Bell');
        await page.goto(`${company.origin}/app/loans`);
        await expect(page.getByRole('heading', { name: 'No loans yet' })).toBeVisible();
        await take(page, 'loans-empty');

        await page.goto(`${harbor()}/login`);
        await page.getByRole('button', { name: 'Omar Haddad' }).click();
        await expect(page.getByText(/^Showing/)).toBeVisible();
        await take(page, 'loans');
        for (const [name, button] of [
          ['user-menu', /^Account/],
          ['plus-menu', 'Create'],
          ['stage-menu', /^Stage/],
        ] as const) {
          await page.getByRole('button', { name: button }).and(page.locator('[aria-haspopup="menu"]')).first().click();
          await take(page, name);
          await page.keyboard.press('Escape');
        }
        if (size === 'phone') {
          await page.getByRole('button', { name: 'Menu' }).click();
          await expect(dialog(page)).toBeVisible();
          await take(page, 'drawer');
          await page.keyboard.press('Escape');
        }
        await page.getByRole('searchbox').fill('nobody at all');
        await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
        await take(page, 'loans-no-match');
      });

      test('new loans', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', phone: '4155550132' });
        await open(page, company.origin, 'Loan');
        await take(page, 'create');
        await dialog(page).getByRole('button', { name: 'Create Loan' }).click();
        await take(page, 'create-errors');
        await dialog(page).getByRole('textbox', { name: 'First name' }).fill('Maya');
        await dialog(page).getByRole('textbox', { name: 'Last name' }).fill('Ortiz');
        await dialog(page).getByRole('textbox', { name: 'Email' }).focus();
        await dialog(page).getByRole('button', { name: 'Maya Ortiz' }).first().click();
        await take(page, 'create-match');
        await dialog(page).getByRole('combobox', { name: 'Loan Officer' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
        await take(page, 'create-officer');
        await page.keyboard.press('Escape');
        await dialog(page).getByRole('button', { name: 'Cancel' }).click();
        await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
        await take(page, 'unsaved');

        await page.reload();
        await open(page, company.origin, 'MISMO 3.4 Import');
        await take(page, 'mismo');
        await dialog(page)
          .getByRole('radio', { name: /^Closed/ })
          .click();
        await page.getByLabel('Choose file').setInputFiles(fixture('refinance-with-real-estate.xml'));
        await dialog(page)
          .getByText(/to check in this file/)
          .click();
        await take(page, 'mismo-closed');
        await dialog(page).getByRole('textbox', { name: 'Funded Date' }).click();
        await take(page, 'mismo-calendar');
        await page.reload();
        await open(page, company.origin, 'FNM 3.2 Import');
        await take(page, 'fnma');
      });

      test('a loan', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await open(page, company.origin, 'MISMO 3.4 Import');
        await dialog(page)
          .getByRole('radio', { name: /^Active/ })
          .click();
        await page.getByLabel('Choose file').setInputFiles(fixture('refinance-with-real-estate.xml'));
        await dialog(page)
          .getByText(/to check in this file/)
          .waitFor();
        await dialog(page).getByRole('button', { name: 'Create Loan' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lena Lindqvist');
        await take(page, 'loan');
        await take(page, 'loan-whole', true);
        await page.getByRole('button', { name: 'Edit Lena Lindqvist' }).click();
        await take(page, 'loan-edit');
        await page.getByRole('button', { name: 'Lock', exact: true }).click();
        await expect(page.getByText('You have locked this loan')).toBeVisible();
        await take(page, 'loan-locked');
      });
    });
  }
}
