import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { type Company, companyAt, companyWith, expect, signIn, test } from './support/company.ts';
import { changeAnswer, hold } from './support/failures.ts';
import { call, createLead, createLoan } from './support/loans.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true });
const field = (page: Page) => search(page).getByRole('combobox', { name: 'Search' });
const group = (page: Page, name: string) => search(page).getByRole('group', { name: new RegExp(`^${name} `) });
const option = (page: Page) => search(page).getByRole('option', { selected: true });
const keys = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' });

async function open(page: Page, company: Company, person: Parameters<Company['signIn']>[1], path = '/app/loans') {
  await company.signIn(page, person);
  await page.goto(`${company.origin}${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** A person with a record of every kind. */
async function makeQuill(page: Page): Promise<{ loan: number }> {
  const { id } = await createLoan(page, { firstName: 'Rosalind', lastName: 'Quill', phone: '4155550177' });
  await createLead(page, { firstName: 'Simon', lastName: 'Quill' });
  const categories = (await call(page, 'GET', '/api/contact-categories')).json as { id: number }[];
  const contact = { firstName: 'Petra', lastName: 'Quill', category: categories[0]?.id };
  expect((await call(page, 'POST', '/api/business-contacts', contact)).status).toBe(201);
  expect((await call(page, 'POST', '/api/tasks', { title: 'Call Quill back' })).status).toBe(201);
  return { loan: id };
}

test('the search box in the header finds a name in all records', {
  tag: ['@SEARCH-01', '@SEARCH-05', '@NAV-27'],
}, async ({ page, company }) => {
  await open(page, company, 'Avery Stone');
  const { loan } = await makeQuill(page);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/search') asked.push(url.search);
  });
  await field(page).pressSequentially('quill');
  for (const [kind, name] of [
    ['Loans', 'Rosalind Quill'],
    ['Leads', 'Simon Quill'],
    ['Borrowers', 'Rosalind Quill'],
    ['Business Contacts', 'Petra Quill'],
    ['Tasks', 'Call Quill back'],
  ] as const) {
    await expect(group(page, kind).getByRole('option')).toHaveCount(1);
    await expect(group(page, kind).getByRole('option')).toContainText(name);
    await expect(group(page, kind).locator('mark').first()).toHaveText('Quill');
  }
  expect(asked).toEqual(['?string=quill&limit=8&offset=0']);
  await expectAccessible(page);

  // Arrow keys alone go through all results in a circle.
  await expect(option(page)).toContainText('Rosalind Quill');
  await page.keyboard.press('ArrowUp');
  await expect(option(page)).toContainText('Call Quill back');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(option(page)).toContainText('Simon Quill');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${company.origin}/app/loans/${loan}/loan-info`);
  await expect(search(page)).toHaveCount(0);

  // Recent searches are offered, newest first.
  await page.keyboard.press('/');
  await field(page).fill('0177');
  await expect(group(page, 'Loans').getByRole('option')).toContainText('Rosalind Quill');
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('recentSearches'))).toBe('["0177","quill"]');
  await page.keyboard.press('/');
  await expect(search(page).getByRole('option')).toHaveText(['0177', 'quill']);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('quill');
  await expect(group(page, 'Leads').getByRole('option')).toContainText('Simon Quill');
});

test('the search handles a typo, no results and an error', async ({ page, company }) => {
  await open(page, company, 'Beth Sullivan');
  await createLoan(page, { firstName: 'Wilhelmina', lastName: 'Overbeck' });
  await page.keyboard.press('/');
  await expect(search(page)).toContainText('Type at least two characters.');
  await field(page).fill('overbekc wilhel');
  await expect(group(page, 'Loans').getByRole('option')).toContainText('Wilhelmina Overbeck');
  await field(page).fill('nobody at all');
  await expect(search(page).getByText('No Records Found')).toBeVisible();
  await expectAccessible(page);

  const { answer } = await hold(page, '/api/search');
  await field(page).fill('overbeck');
  await expect(search(page).getByRole('status').first()).toHaveText('Searching');
  await answer(500, { code: 'LWAPI10500', message: 'Something went wrong.' });
  await expect(search(page).getByRole('alert')).toContainText('Search is unavailable.');
  await search(page).getByRole('button', { name: 'Try again' }).click();
  await expect(group(page, 'Loans').getByRole('option')).toContainText('Wilhelmina Overbeck');
  await expectNoSidewaysScroll(page, 390);
  await expect(group(page, 'Loans').getByRole('option')).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
});

test('the slash opens the search unless the user types or a dialog is open', {
  tag: ['@SEARCH-02', '@SEARCH-03'],
}, async ({ page, company }) => {
  await open(page, company, 'Avery Stone');
  const filter = page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first();
  await filter.focus();
  await page.keyboard.press('/');
  await expect(filter).toHaveValue('/');
  await expect(search(page)).toHaveCount(0);
  await filter.fill('');
  await filter.blur();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);

  await page.keyboard.press('Shift+N');
  const lead = page.getByRole('dialog', { name: 'Add Lead' });
  await expect(lead).toBeVisible();
  await lead.getByRole('heading', { name: 'Add Lead' }).click();
  await page.keyboard.press('/');
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // A docked dialog doesn't block the search, and reopens with its content.
  await lead.getByLabel('First Name').first().fill('Tess');
  await lead.getByRole('button', { name: 'Dock' }).click();
  await expect(lead).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  const dock = page.getByRole('region', { name: 'Docked dialogs' });
  await dock.getByRole('button', { name: 'Documents: 1 docked' }).click();
  await expect(lead.getByLabel('First Name').first()).toHaveValue('Tess');
  await lead.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(lead).toHaveCount(0);
  await expect(dock.getByRole('button', { name: /docked/ })).toHaveCount(0);

  await page.keyboard.press('Alt+n');
  const task = page.getByRole('dialog', { name: 'New Task' });
  await task.getByLabel('Title').fill('Order the appraisal');
  await task.getByRole('button', { name: 'Dock' }).click();
  await expect(task).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
});

test('search requires a paid plan', { tag: ['@SEARCH-04'] }, async ({ page }) => {
  const company = await companyWith('unpaid', { billing: { payer: 'COMPANY', state: 'PAST_DUE', days: 20 } });
  await open(page, company, 'Avery Stone');
  await expect(page.getByRole('region', { name: 'Billing' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Your plan needs attention' })).toBeVisible();
  await expect(search(page)).toHaveCount(0);
  expect((await call(page, 'GET', '/api/search?string=quill')).status).toBe(402);
});

test('a result has a link back to the search', async ({ page, company }) => {
  await open(page, company, 'Avery Stone');
  await createLead(page, { firstName: 'Ottilie', lastName: 'Farnsworth' });
  const back = page.getByRole('banner').getByRole('button', { name: 'Back to Search' });
  await expect(back).toHaveCount(0);
  await page.keyboard.press('/');
  await field(page).fill('farnsworth');
  await group(page, 'Leads').getByRole('option').click();
  await expect(page).toHaveURL(/\/app\/leads\/\d+$/);
  await back.click();
  await expect(field(page)).toHaveValue('farnsworth');
  await expect(group(page, 'Leads').getByRole('option')).toContainText('Ottilie Farnsworth');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expect(back).toBeInViewport();
  for (const width of [767, 991, 1194, 1195, 1260, 1280, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('l');
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await expect(back).toHaveCount(0);
});

test('keys open pages and create records, and a dialog lists them', {
  tag: ['@SEARCH-07', '@SEARCH-08', '@SEARCH-09', '@SEARCH-10', '@SEARCH-11', '@SEARCH-12'],
}, async ({ page, company }) => {
  await open(page, company, 'Avery Stone');
  await page.keyboard.press('?');
  await expect(keys(page)).toBeVisible();
  for (const [name, key] of [
    ['Search', '/'],
    ['Go to Dashboard', 'D'],
    ['Go to Pricing', 'P'],
    ['Go to Loans', 'L'],
    ['Go to Leads', 'Shift + L'],
    ['Go to Tasks', 'T'],
    ['New Loan', 'N'],
    ['New Lead', 'Shift + N'],
    ['New Task', 'Alt + N'],
    ['Keyboard Shortcuts', '?'],
  ] as const) {
    const row = keys(page)
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) });
    await expect(row.locator('dd')).toHaveText(key);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keys(page)).toHaveCount(0);

  for (const [key, path] of [
    ['d', '/app/dashboard'],
    ['Shift+L', '/app/leads'],
    ['p', '/app/pricing'],
    ['t', '/app/tasks'],
    ['l', '/app/loans'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(`${company.origin}${path}`);
  }
  for (const [key, title] of [
    ['n', 'Create Loan'],
    ['Shift+N', 'Add Lead'],
    ['Alt+n', 'New Task'],
  ] as const) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Account: Avery Stone' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click();
  await expect(keys(page)).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
});

test('a processing company has search and no other key', { tag: ['@SEARCH-15'] }, async ({ page }) => {
  const clearpath = companyAt('clearpath');
  await signIn(page, clearpath.origin, 'chris.doyle@clearpath.example');
  await page.goto(`${clearpath.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  for (const key of ['d', 'p', 'n', 'Shift+N', 'Alt+n', 't', '?']) await page.keyboard.press(key);
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL(`${clearpath.origin}/app/loans`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account: Chris Doyle' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click();
  await expect(keys(page).locator('dl > div')).toHaveText(['Search/']);
});

test('a key for a page without permission does nothing', { tag: ['@SEARCH-16'] }, async ({ page, company }) => {
  await changeAnswer<{ areas: Record<string, boolean> }>(page, '/api/users/me/permissions', ({ areas }) => {
    areas.dashboard = false;
  });
  // Processors have no pricing, with any settings.
  await open(page, company, 'Paul Okafor');
  for (const key of ['d', 'p']) await page.keyboard.press(key);
  await page.keyboard.press('?');
  await expect(keys(page)).toContainText('Go to Loans');
  await expect(keys(page)).not.toContainText('Go to Dashboard');
  await expect(keys(page)).not.toContainText('Go to Pricing');
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});
