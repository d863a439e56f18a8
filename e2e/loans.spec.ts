import type { Page } from '@playwright/test';
import { expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { createLoan } from './support/loans.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Loans' }).locator('tbody').getByRole('row');
/** Named columns only. The selection column has no name. */
const heads = (page: Page) =>
  page.getByRole('table', { name: 'Loans' }).getByRole('columnheader').filter({ hasText: /./ });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Thirty loans of Avery's, two pages, created once for the file. */
let isPrepared = false;
const lastNames = ['Adams', 'Baker', 'Castro', 'Dunn', 'Estrada', 'Flores'];
async function prepare(page: Page) {
  if (isPrepared) return;
  for (let index = 0; index < 30; index += 1) {
    const lastName = lastNames[index % lastNames.length] ?? 'Adams';
    await createLoan(page, { firstName: `Person${index + 1}`, lastName, state: 'CA' });
  }
  isPrepared = true;
}

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('an empty pipeline explains its purpose and offers the first step', async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'No loans yet' })).toBeVisible();
  await page.getByRole('region', { name: 'Loans' }).getByRole('button', { name: 'Create Loan' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Loan' })).toBeVisible();
});

test('the pipeline shows its columns, a page of 25, and paging buttons', {
  tag: ['@LOAN-01', '@CONST-03', '@CONST-05'],
}, async ({ page, company }) => {
  await prepare(page);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/loans');
  await page.goto(`${company.origin}/app/loans`);
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('25');
  await expect(heads(page)).toHaveText([
    'Borrower',
    'Number',
    'Stage',
    'Officer',
    'Processor',
    'Lender',
    'Amount',
    'Rate',
    'Lock expiration',
    'Closing',
    'Next deadline',
  ]);
  await expect(rows(page)).toHaveCount(25);
  await expect(rows(page).first()).toContainText('Person30 Flores');
  await expect(rows(page).first()).toContainText('Application Started');
  await expect(rows(page).first()).toContainText('Avery Stone');
  const foot = page.getByRole('region', { name: 'Loans' }).getByRole('status');
  await expect(foot).toHaveText('Showing 1-25 of 30');

  const ways = page.getByRole('navigation', { name: 'Pages' });
  await expect(ways.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await ways.getByRole('button', { name: 'Next' }).click();
  await expect(foot).toHaveText('Showing 26-30 of 30');
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).last()).toContainText('Person1 Adams');
  const second = page.url();
  await ways.getByRole('button', { name: 'Previous' }).click();
  await expect(foot).toHaveText('Showing 1-25 of 30');
  // A later page can be shared, and it shows the total as well.
  await page.goto(second);
  await expect(foot).toHaveText('Showing 26-30 of 30');
  await ways.getByRole('button', { name: 'First' }).click();
  await expect(foot).toHaveText('Showing 1-25 of 30');
  await page.goBack();
  await expect(foot).toHaveText('Showing 26-30 of 30');
});

test('headers sort by mouse and keyboard, and the address contains the sorting', async ({ page, company }) => {
  await prepare(page);
  await page.goto(`${company.origin}/app/loans?columns=borrower.number.updated`);
  await expect(heads(page).filter({ hasText: 'Updated' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Borrower' }).click();
  await expect(rows(page).first()).toContainText('Person1 Adams');
  const columns = 'borrower.number.updated';
  expect(searchOf(page)).toEqual({ orderBy: 'borrower', sort: 'ASC', columns });
  await expect(heads(page).filter({ hasText: 'Borrower' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Borrower' }).press('Enter');
  await expect(rows(page).first()).toContainText('Flores');
  expect(searchOf(page)).toEqual({ orderBy: 'borrower', sort: 'DESC', columns });
});

test('text and stage filter the list, and a filter without matches can be cleared', async ({ page, company }) => {
  await prepare(page);
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('searchbox').pressSequentially('castro', { delay: 20 });
  // After a pause in typing the list shows the matches so far.
  await expect.poll(() => searchOf(page)).toEqual({ string: 'castro' });
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Stage' }).and(page.locator('[aria-haspopup]')).click();
  await page.getByRole('menuitemradio', { name: 'Clear to Close' }).click();
  await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter', exact: true }).click();
  await expect(rows(page)).toHaveCount(25);
  expect(searchOf(page)).toEqual({});
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('typing sends one request, after a pause', async ({ page, company }) => {
  await page.clock.install();
  await prepare(page);
  await page.goto(`${company.origin}/app/loans`);
  await expect(rows(page)).toHaveCount(25);
  const asked: string[] = [];
  // Changes by others cause a refetch without a text.
  page.on('request', (request) => {
    const url = new URL(request.url());
    const text = url.searchParams.get('string');
    if (url.pathname === '/api/loans' && text) asked.push(text);
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').pressSequentially('dunn');
  await page.clock.runFor(290);
  expect(asked).toEqual([]);
  await page.clock.runFor(20);
  await page.clock.resume();
  await expect(rows(page)).toHaveCount(5);
  expect(asked).toEqual(['dunn']);
});

test('a row opens on click and on Enter, and arrow keys move between rows', async ({ page, company }) => {
  await prepare(page);
  await page.goto(`${company.origin}/app/loans?orderBy=borrower`);
  await rows(page).nth(2).getByText('Avery Stone').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Person19 Adams');
  await page.goBack();
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows(page).last().getByRole('link')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Person1 Adams');
});

test('a user who sees other users’ loans chooses whose to list', async ({ page, company }) => {
  await prepare(page);
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('radio', { name: 'Mine' })).toHaveCount(0);

  await company.signIn(page, 'Omar Haddad');
  await page.goto(`${company.origin}/app/loans`);
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await page.getByText('Mine', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
  expect(searchOf(page)).toEqual({ assigneeType: 'MINE' });
});

test('a list that fails to load shows an error in its place and can be retried', async ({ page, company }) => {
  await prepare(page);
  await answerWith(page, '/api/loans', 500, { code: 'LWAPI10500', message: 'The list is resting.' });
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'The loans could not be loaded' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(25);
});

test('on a phone the pipeline shows two lines per loan and a sort menu', async ({ page, company }) => {
  await prepare(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${company.origin}/app/loans`);
  const first = page.getByRole('region', { name: 'Loans' }).getByRole('listitem').first();
  await expect(first).toContainText('Person30 Flores');
  await expect(first).toContainText('Application Started');
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemradio', { name: 'Borrower' }).click();
  await expect(first).toContainText('Person1 Adams');
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Person1 Adams');
});
