import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyWith, expect, test } from './support/company.ts';
import { call, createLoan, receivedLoan } from './support/loans.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Deadlines' });
const clock = (page: Page, label: string) =>
  panel(page).getByRole('list', { name: 'Deadlines' }).locator('details').filter({ hasText: label });
const acts = (page: Page) => panel(page).getByRole('list', { name: 'Disclosure log' }).getByRole('listitem');

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('each deadline explains how it was counted, and a recorded event meets it', { tag: ['@CLOCK-23'] }, async ({
  page,
  company,
}) => {
  const id = await receivedLoan(page, '2026-06-18');
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  await expect(panel(page)).toContainText('Application received06/18/2026');
  const estimate = clock(page, 'Issue Loan Estimate');
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

  await panel(page).getByRole('button', { name: 'Record event', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a disclosure or event' });
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText('Say how')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Day' }).fill('06/22/2026');
  await dialog.getByRole('textbox', { name: 'Day' }).press('Tab');
  await dialog.getByRole('combobox', { name: 'How' }).click();
  await page.getByRole('option', { name: 'By email' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Sent with the signing service');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(estimate).toContainText('Done 06/22/2026');
  await expect(acts(page).first()).toContainText('By email, received 06/25/2026');
  await expect(acts(page).first()).toContainText('Recorded by Avery Stone');

  await acts(page).first().getByRole('button', { name: 'Void: Loan Estimate given 06/22/2026' }).click();
  const asked = page.getByRole('dialog', { name: 'Void this entry' });
  await asked.getByRole('textbox', { name: 'Why it was recorded in error' }).fill('It was another loan');
  await asked.getByRole('button', { name: 'Void' }).click();
  await expect(asked).toBeHidden();
  await expect(estimate).toContainText('Overdue 06/24/2026');
  await expect(acts(page).first()).toContainText('Voided by Avery Stone: It was another loan');
});

test('the closing is planned, and deadlines show the required days', { tag: ['@CLOCK-06'] }, async ({
  page,
  company,
}) => {
  const id = await receivedLoan(page, '2026-06-18');
  const estimate = { kind: 'LoanEstimate', on: '2026-06-22', manner: 'InPerson' };
  await call(page, 'POST', `/api/loans/${id}/clock-acts`, estimate);
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  await panel(page).getByRole('button', { name: 'Set closing date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set closing date' });
  await dialog.getByRole('textbox', { name: 'Closing date' }).fill('07/08/2026');
  await dialog.getByRole('textbox', { name: 'Closing date' }).press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(clock(page, 'Closing Disclosure received')).toContainText('Overdue 07/03/2026');
  await expect(clock(page, 'Mail CD by')).toContainText('Overdue 06/30/2026');
  const received = clock(page, 'Closing Disclosure received');
  await received.locator('summary').click();
  await expect(received).toContainText('Sat 07/04/2026 skipped: Independence Day');
  await expect(clock(page, 'Right of rescission ends')).toContainText('Not applicable: purchase');
});

test('the pipeline shows overdue deadlines first', { tag: '@CLOCK-24' }, async ({ page, company }) => {
  const maya = await receivedLoan(page, '2026-06-18');
  await createLoan(page, { firstName: 'Ben', lastName: 'Archer' });
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('columnheader').getByRole('button', { name: 'Next deadline' }).click();
  await expect(page).toHaveURL(/orderBy=nextDeadline/);
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

  const dueBy = async (day: string) => {
    const { json } = await call(page, 'GET', `/api/loans?nextDeadlineBy=${day}&limit=100`);
    return (json as { rows: { id: number }[] }).rows.map(({ id }) => id);
  };
  expect(await dueBy('2026-06-24')).toContain(maya);
  expect(await dueBy('2026-06-23')).not.toContain(maya);

  for (const [day, text] of [
    ['2026-06-24', 'Due today'],
    ['2026-06-23', 'Due tomorrow'],
  ]) {
    await page.clock.setFixedTime(new Date(`${day}T18:00:00Z`));
    await page.goto(`${company.origin}/app/loans?orderBy=nextDeadline&sort=ASC`);
    await expect(rows.filter({ hasText: 'Maya Ortiz' }).first()).toContainText(text as string);
  }
});

test('a change of business days lists the deadlines that move, and met deadlines keep their date', {
  tag: '@CLOCK-25',
}, async ({ page }) => {
  const cove = await companyWith('calendar', {});
  await cove.signIn(page, 'Avery Stone');
  const ids: number[] = [];
  for (let made = 0; made < 6; made += 1) ids.push(await receivedLoan(page, '2026-06-18'));
  const given = { kind: 'CounselingList', on: '2026-06-22', manner: 'Email' };
  await call(page, 'POST', `/api/loans/${ids[0]}/clock-acts`, given);

  await cove.signIn(page, 'Grace Whitfield');
  await page.goto(`${cove.origin}/app/settings/org-config`);
  await page.getByRole('button', { name: 'Add a day' }).click();
  const date = page.getByRole('textbox', { name: 'Date 1' });
  await date.fill('06/23/2026');
  await date.press('Tab');
  await page.getByRole('textbox', { name: 'Name 1' }).fill('Founder’s Day');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const moves = page.getByRole('dialog', { name: '11 deadlines move' });
  await expect(moves.getByRole('listitem')).toHaveCount(11);
  await expect(moves.getByRole('listitem').first()).toContainText('Maya Ortiz');
  await expect(moves.getByRole('listitem').first()).toContainText('06/24/2026 → 06/25/2026');
  await expectAccessibleDialog(page, 'features/orgs/settings/moves-dialog');
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The preview saves nothing.
  await moves.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await moves.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await cove.signIn(page, 'Avery Stone');
  await page.goto(`${cove.origin}/app/loans/${ids[0]}/loan-center`);
  // A background job moves the deadlines, so the page may have loaded before it ran.
  await expect(async () => {
    await page.reload();
    await expect(clock(page, 'Loan Estimate').first()).toContainText('06/25/2026', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(clock(page, 'counseling')).toContainText('06/22/2026');
});

test('a branch inherits its company’s business days until it sets its own', async ({ page }) => {
  const cove = await companyWith('bayside', {});
  await cove.signIn(page, 'Beth Sullivan');
  await page.goto(`${cove.origin}/app/settings/branches`);
  const inherits = page.getByRole('checkbox', { name: 'Same days as the company' });
  await expect(inherits).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Open on Saturdays' })).toHaveCount(0);
  await inherits.focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Wednesday' }).uncheck();
  await page.getByRole('checkbox', { name: 'Open on Saturdays' }).check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(inherits).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Wednesday' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Open on Saturdays' })).toBeChecked();
});

test('a number of the report opens the list of its loans', { tag: '@CLOCK-28' }, async ({ page }) => {
  const company = await companyWith('kept', {});
  await company.signIn(page, 'Avery Stone');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const late = [];
  for (const givenOn of [daysAgo(3), daysAgo(2), daysAgo(2), null]) {
    const id = await receivedLoan(page, daysAgo(30));
    if (!givenOn) continue;
    await call(page, 'POST', `/api/loans/${id}/clock-acts`, { kind: 'LoanEstimate', on: givenOn, manner: 'InPerson' });
    late.push(id);
  }
  const { clocks } = (await call(page, 'GET', `/api/loans/${late[0]}/clocks`)).json as { clocks: { dueOn: string }[] };
  const isOfThisYear = clocks[0]?.dueOn.startsWith(daysAgo(0).slice(0, 4));

  await page.goto(`${company.origin}/app/pipeline-reports`);
  const report = page.getByRole('region', { name: 'Compliance deadlines' });
  await report.getByRole('combobox', { name: 'Period' }).selectOption(isOfThisYear ? 'This year' : 'Last year');
  await expect(report.getByRole('row', { name: /^Issue Loan Estimate/ })).toContainText('031');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await report.getByRole('combobox', { name: 'Counted by' }).selectOption('Loan officer');
  await report.getByRole('button', { name: 'Late 3: Avery Stone' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Late: Avery Stone' });
  await expect(dialog.getByRole('link')).toHaveCount(3);
  for (const [at, id] of late.entries()) {
    await expect(dialog.getByRole('link').nth(at)).toHaveAttribute('href', new RegExp(`/app/loans/${id}`));
  }
  await expect(dialog.getByRole('row').nth(1)).toContainText('Issue Loan Estimate');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(report.getByRole('button', { name: 'Late 3: Avery Stone' })).toBeFocused();
});
