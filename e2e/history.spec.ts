import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { call, createLoan } from './support/loans.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^History of/ });

/** Sets the note rate and the purpose's field of a loan as the signed-in user. */
const change = (page: Page, id: number, path: string, from: unknown, to: unknown) =>
  call(page, 'PATCH', `/api/loans/${id}/application`, [{ path, from, to }]);

test('Avery restores a rate from its history, and sees the loan as it was @HISTORY-01 @HISTORY-02 @HISTORY-04 @HISTORY-05', async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await change(page, id, 'loan/noteRate', null, '6.5');
  const beforeRate = new Date().toISOString();
  await change(page, id, 'loan/noteRate', '6.500', '7.125');

  await page.goto(`${company.origin}/app/loans/${id}/history`);
  const changes = page.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) await expectNoSidewaysScroll(page, width);
  // The clock opens the history of the field, and so does Alt+H on what has the focus.
  const clock = changes.getByRole('button', { name: 'History of Note Rate' }).first();
  await clock.click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await clock.focus();
  await page.keyboard.press('Alt+h');
  await expectAccessibleDialog(page, 'features/loans/history/field-history');

  const rows = dialog(page).getByRole('listitem');
  await expect(rows.first()).toContainText('7.125');
  await expect(rows.first()).toContainText('Avery Stone');
  await dialog(page).getByRole('button', { name: 'Restore 6.500' }).click();
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(/Restored from \d\d\/\d\d\/\d{4}/);
  await expect(rows.first()).toContainText('Current value');

  // A change by someone else while the dialog was open wins.
  await change(page, id, 'loan/noteRate', '6.500', '5.875');
  await dialog(page).getByRole('button', { name: 'Restore 7.125' }).last().click();
  await expect(dialog(page).getByRole('alert')).toContainText('Someone else has changed this field');
  await expect(rows.first()).toContainText('5.875');
  await page.keyboard.press('Escape');

  // On the form, Alt+H opens the history of the focused field, and so does the clock on it.
  await page.goto(`${company.origin}/app/loans/${id}/loan-info`);
  const rate = page.getByRole('textbox', { name: 'Note Rate' }).first();
  await rate.focus();
  await page.keyboard.press('Alt+h');
  await expect(dialog(page).getByRole('listitem').first()).toContainText('5.875');
  await page.keyboard.press('Escape');
  await rate.hover();
  await page.getByRole('button', { name: 'History of Note Rate' }).first().click();
  await expect(dialog(page).getByRole('listitem').first()).toContainText('5.875');

  await page.goto(`${company.origin}/app/loans/${id}/as-of?at=${encodeURIComponent(beforeRate)}`);
  await expect(page.getByRole('heading', { level: 1, name: /^As of \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M$/ })).toBeVisible();
  const facts = page.getByRole('region', { name: /Maya Ortiz/ });
  await expect(facts).toContainText('6.500%');
  await expect(facts).toContainText('Application Started');
  // Nothing can be saved or revealed in the past.
  await expect(page.getByRole('button', { name: /save|edit|reveal|lock/i })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Compare with now' }).click();
  const terms = page.getByRole('table', { name: 'Loan' });
  await expect(terms.getByRole('row', { name: /Note Rate/ }).getByRole('cell')).toHaveText(['6.500', '5.875']);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
});

test('Omar holds a loan, and Grace sees who revealed a number and that the log is intact @HISTORY-08 @HISTORY-10', async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  const { json } = await call(page, 'GET', `/api/loans/${id}/application`);
  const borrower = (json as { application: { borrowers: { id: string }[] } }).application.borrowers[0]?.id;
  const path = `borrowers/${borrower}/taxpayerIdentifier`;
  await change(page, id, path, null, '219-09-9993');
  await call(page, 'POST', `/api/loans/${id}/reveals`, { path });

  // Omar holds the loan, so that nobody disposes of it.
  await company.signIn(page, 'Omar Haddad');
  await page.goto(`${company.origin}/app/loans/${id}/history`);
  await page.getByRole('button', { name: 'Set legal hold' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Subpoena');
  await expectAccessibleDialog(page, 'features/loans/history/retention-panel');
  await page.getByRole('dialog').getByRole('button', { name: 'Set legal hold' }).click();
  await expect(page.getByText(/^Legal hold, set by Omar Haddad on .*: Subpoena$/)).toBeVisible();

  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/audit-log`);
  await page.getByRole('navigation', { name: 'Views of the audit log' }).getByRole('link', { name: 'Reveals' }).click();
  const reveal = page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ hasText: `Loan ${id}` });
  await expect(reveal).toContainText('Avery Stone');
  await reveal.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByText(/taxpayerIdentifier/)).toBeVisible();
  await expect(page.getByText(/from 127\.0\.0\.1/)).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) await expectNoSidewaysScroll(page, width);

  await page
    .getByRole('navigation', { name: 'Views of the audit log' })
    .getByRole('link', { name: 'Verification' })
    .click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Every entry is as it was written.')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
});
