import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { call, createLoan, receivedLoan } from './support/loans.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Deadlines' });
const clock = (page: Page, label: string) =>
  panel(page).getByRole('list', { name: 'Deadlines' }).locator('details').filter({ hasText: label });
const acts = (page: Page) => panel(page).getByRole('list', { name: 'What was done' }).getByRole('listitem');

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('each deadline explains its days, and is met by what is recorded', { tag: ['@CLOCK-23'] }, async ({
  page,
  company,
}) => {
  const id = await receivedLoan(page, '2026-06-18');
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  await expect(panel(page)).toContainText('Application received06/18/2026');
  const estimate = clock(page, 'Give the Loan Estimate');
  await expect(estimate).toContainText('Overdue 06/24/2026');
  await estimate.locator('summary').click();
  await expect(estimate).toContainText('Counted from Thu 06/18/2026, business days of the office.');
  await expect(estimate).toContainText('Fri 06/19/2026 skipped: Juneteenth');
  await expect(estimate).toContainText('Sat 06/20/2026 skipped: Saturday');
  await expect(estimate).toContainText('Wed 06/24/2026 Day 3');
  const link = estimate.getByRole('link', { name: /12 CFR 1026\.19\(e\)\(1\)\(iii\)\(A\)/ });
  await expect(link).toHaveAttribute('href', 'https://www.ecfr.gov/current/title-12/section-1026.19');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);

  await panel(page).getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Record what was done' });
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText('Say how')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Day' }).fill('06/22/2026');
  await dialog.getByRole('textbox', { name: 'Day' }).press('Tab');
  await dialog.getByRole('combobox', { name: 'How' }).click();
  await page.getByRole('option', { name: 'By e-mail' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Sent with the signing service');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(estimate).toContainText('Done 06/22/2026');
  await expect(acts(page).first()).toContainText('By e-mail, received 06/25/2026');
  await expect(acts(page).first()).toContainText('Recorded by Avery Stone');

  await acts(page).first().getByRole('button', { name: 'Take back: Loan Estimate given 06/22/2026' }).click();
  const asked = page.getByRole('dialog', { name: 'Take back what was recorded' });
  await asked.getByRole('textbox', { name: 'Why it was recorded in error' }).fill('It was another loan');
  await asked.getByRole('button', { name: 'Take back' }).click();
  await expect(asked).toBeHidden();
  await expect(estimate).toContainText('Overdue 06/24/2026');
  await expect(acts(page).first()).toContainText('Taken back by Avery Stone: It was another loan');
});

test('the closing is planned with the days that it asks for', { tag: ['@CLOCK-06'] }, async ({ page, company }) => {
  const id = await receivedLoan(page, '2026-06-18');
  const estimate = { kind: 'LoanEstimate', on: '2026-06-22', manner: 'InPerson' };
  await call(page, 'POST', `/api/loans/${id}/clock-acts`, estimate);
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  await panel(page).getByRole('button', { name: 'Plan the closing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan the closing' });
  await dialog.getByRole('textbox', { name: 'Closing planned for' }).fill('07/08/2026');
  await dialog.getByRole('textbox', { name: 'Closing planned for' }).press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(clock(page, 'Closing Disclosure received')).toContainText('Overdue 07/03/2026');
  await expect(clock(page, 'Mail the Closing Disclosure')).toContainText('Overdue 06/30/2026');
  const received = clock(page, 'Closing Disclosure received');
  await received.locator('summary').click();
  await expect(received).toContainText('Sat 07/04/2026 skipped: Independence Day');
  await expect(clock(page, 'Right of rescission ends')).toContainText('Not applicable: purchase');
});

test('the pipeline brings what is overdue first', async ({ page, company }) => {
  await receivedLoan(page, '2026-06-18');
  await createLoan(page, { firstName: 'Ben', lastName: 'Archer' });
  await page.goto(`${company.origin}/app/loans?orderBy=nextDeadline&sort=ASC`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('Maya Ortiz');
  await expect(rows.nth(1)).toContainText('Overdue 06/24/2026');
  const ben = rows.filter({ hasText: 'Ben Archer' });
  await expect(ben).toBeVisible();
  await page.getByRole('button', { name: 'Deadline', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Overdue' }).click();
  await expect(ben).toBeHidden();
  await expect(rows.nth(1)).toContainText('Maya Ortiz');
  await expect(page).toHaveURL(/due=overdue/);
});
