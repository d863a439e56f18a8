import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { answerWith, hold } from './support/failures.ts';
import { createLoan } from './support/loans.ts';

const log = (page: Page) => page.getByRole('table', { name: 'Audit log' });
const entries = (page: Page) => page.getByRole('button', { name: /^Details of/ });

test('Grace searches the audit log and exports it as a file', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await page.getByRole('textbox', { name: 'City' }).fill('Oakland');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page.getByText('Times are Pacific Time.')).toBeVisible();
  const made = log(page).getByRole('row').filter({ hasText: 'Loan created' });
  await expect(made).toContainText('Avery Stone');
  await expect(made.getByRole('link', { name: `Loan ${loan.id}` })).toHaveAttribute(
    'href',
    `/app/loans/${loan.id}/loan-info`,
  );

  // The change that she has just made, with old and new value.
  await entries(page).first().click();
  await expect(entries(page).first()).toHaveAttribute('aria-expanded', 'true');
  const city = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Address › City' }) })
    .last();
  await expect(city.getByRole('cell')).toHaveText(['None', 'Oakland']);
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Avery Stone' }).click();
  await expect(page).toHaveURL(/person=\d+/);
  await expect(log(page)).not.toContainText('Grace Whitfield');
  await page.getByRole('combobox', { name: 'Action' }).fill('loan cr');
  await page.getByRole('option', { name: 'Loan created' }).click();
  await expect(entries(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page, 1440);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = await file;
  expect(saved.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toContain('Entries,1');
  expect(lines.at(-1)).toContain(`Avery Stone,,,loan.create,loan,${loan.id}`);

  await entries(page).first().click();
  await page.getByRole('button', { name: 'All entries for this record' }).click();
  await expect(page).toHaveURL(new RegExp(`entity=loan&entityId=%22${loan.id}%22|entity=loan&entityId=${loan.id}`));
  await expect(page.getByRole('button', { name: 'Show all records' })).toHaveText(`Only Loan ${loan.id}`);
  await page.getByRole('button', { name: 'Show all records' }).click();
  await page.getByRole('textbox', { name: 'To' }).fill('01/02/2020');
  await page.getByRole('textbox', { name: 'To' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filter' }).first().click();
  await expect(log(page)).toContainText('Grace Whitfield');
});

test('the audit log works on a phone, in pages, and after an error', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  const entry = (id: number) => ({
    id,
    at: '2026-11-21T18:03:04Z',
    loggedInUser: { id: 1, name: 'Sam Rivera' },
    activeUser: { id: 2, name: 'Avery Stone' },
    action: 'loan.lock',
    entity: 'loan',
    entityId: String(id),
    before: null,
    after: null,
  });
  const held = await hold(page, '/api/audit');
  await page.goto(`${company.origin}/app/settings/audit-log`);
  await held.asked;
  await expect(page.getByRole('region', { name: 'Audit log' })).toHaveAttribute('aria-busy', 'true');
  await held.answer(200, { rows: [entry(2), entry(1)], next: 'the-rest', timeZone: 'America/Denver' });
  await expect(log(page)).toContainText('11/21/2026 11:03:04 AM');
  await expect(log(page)).toContainText('acting for Avery Stone');
  const second = await hold(page, '/api/audit');
  await page.getByRole('button', { name: 'Show older entries' }).click();
  expect(new URL((await second.asked).url()).searchParams.get('after')).toBe('the-rest');
  await second.answer(200, { rows: [entry(0)], next: null, timeZone: 'America/Denver' });
  await expect(entries(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Show older entries' })).toHaveCount(0);
  for (const width of [390, 768, 1024, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 390, height: 844 });
  await entries(page).first().click();
  await expect(page.getByText('No values recorded.')).toBeVisible();
  await expectAccessible(page);

  await answerWith(page, '/api/audit', 500, { code: 'LWAPI10500', message: 'The log is resting.' });
  await page.reload();
  await expect(page.getByText('The log is resting.')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(log(page)).toBeVisible();
  await answerWith(page, '/api/audit/export', 422, {
    code: 'LWAPI10422',
    message: 'More than 50,000 entries match, and a file holds no more.',
  });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('More than 50,000 entries match, and a file holds no more.')).toBeVisible();
});

test('a user without permission sees neither the audit log nor a link to it', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/settings/audit-log`);
  await expect(page.getByText('You do not have access to this page.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});
