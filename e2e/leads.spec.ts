import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyAt, expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { pickUp } from './support/keyboard.ts';
import { call } from './support/loans.ts';

const isCall = (url: string, path: string) => new URL(url).pathname === path;
const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name });
const picker = (dialog: Locator, name: string) => dialog.getByRole('combobox', { name });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function openDialog(page: Page, origin: string): Promise<Locator> {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Lead', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Lead' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fill(dialog: Locator, first: string, last: string) {
  await field(dialog, 'First Name').fill(first);
  await field(dialog, 'Last Name').fill(last);
  await field(dialog, 'Email').fill(`${first}.${last}@example.com`.toLowerCase());
}

async function choose(page: Page, picked: Locator, text: string, option: string) {
  await picked.click();
  await picked.fill(text);
  await page.getByRole('option', { name: option }).first().click();
}

test('a lead is added from the + menu, confirmed by a toast and opened', {
  tag: [
    ...['@LEAD-02', '@LEAD-03', '@LEAD-05', '@LEAD-06', '@LEAD-07', '@LEAD-08', '@LEAD-09', '@LEAD-10', '@LEAD-11'],
    ...['@LEAD-13', '@LEAD-14', '@LEAD-15', '@LEAD-16', '@LEAD-21', '@LEAD-31', '@LEAD-32', '@LEAD-35', '@LEAD-42'],
    ...['@LEAD-43', '@LEAD-53', '@LEAD-54', '@LEAD-62', '@PLUS-03', '@PLUS-15'],
  ],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const configured = page.waitForRequest((request) => isCall(request.url(), '/api/leads/config'));
  const dialog = await openDialog(page, company.origin);
  await configured;
  await expect(dialog.getByRole('heading', { name: 'Add Lead' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Purchase' })).toBeChecked();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(picker(dialog, 'Primary Lead Owner')).toHaveValue('Avery Stone');
  await expect(picker(dialog, 'Additional Owner')).toHaveCount(2);
  await expectAccessible(page);

  await fill(dialog, 'Noel', 'Whitcomb');
  await field(dialog, 'Cell Phone').pressSequentially('5551234567');
  await expect(field(dialog, 'Cell Phone')).toHaveValue('(555) 123-4567');
  await field(dialog, 'Cell Phone').fill('');
  await field(dialog, 'Cell Phone').focus();
  await page.keyboard.insertText('+1 555.123.4567');
  await expect(field(dialog, 'Cell Phone')).toHaveValue('(555) 123-4567');
  await dialog.getByRole('combobox', { name: 'Lead Source' }).click();
  await expect(page.getByRole('option')).toHaveCount(20);
  await page.getByRole('option', { name: 'Search Engine' }).click();
  await dialog.getByRole('combobox', { name: 'Lead Provider' }).click();
  await page.getByRole('option', { name: 'Bankrate' }).click();
  const searched = page.waitForRequest(
    (request) => isCall(request.url(), '/api/users/search') && request.url().includes('priya'),
  );
  await choose(page, picker(dialog, 'Additional Owner').first(), 'priya', 'Priya Nguyen');
  const asked = new URL((await searched).url()).searchParams;
  expect([...asked.keys()]).toEqual(['applyTags', 'showLoader', 'limit', 'string', 'roles', 'offset']);
  expect(asked.get('roles')).toBe('["ADMINISTRATOR","PROCESSOR","ORIGINATOR","ASSISTANT","LOANADMIN"]');
  await choose(page, picker(dialog, 'Additional Owner').last(), 'jamie', 'Jamie Lin');
  await field(dialog, 'Note').fill('Moves here in spring.');

  const sent = page.waitForRequest((request) => request.method() === 'POST' && isCall(request.url(), '/api/leads'));
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  const payload = (await sent).postDataJSON();
  expect(Object.keys(payload)).toEqual([
    ...['LeadScenario', 'LeadContacts', 'LeadDetail', 'LeadReferral', 'LeadUsers', 'Notes'],
  ]);
  expect(payload.LeadScenario).toEqual({ loanPurpose: 'Purchase' });
  expect(payload.LeadContacts).toEqual([
    {
      firstName: 'Noel',
      lastName: 'Whitcomb',
      email: 'noel.whitcomb@example.com',
      cellPhone: '5551234567',
      isPrimary: true,
    },
  ]);
  expect(payload.LeadUsers.map((user: { isPrimary: boolean }) => user.isPrimary)).toEqual([true, false, false]);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/leads\/\d+$/);
  const id = page.url().split('/').at(-1);
  await expect(toast(page, `Lead #${id} created successfully`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Noel Whitcomb', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('Moves here in spring.')).toBeVisible();
  await expectAccessible(page);
});

test('the form shows missing fields, and asks before it is discarded', {
  tag: [
    ...['@LEAD-04', '@LEAD-38', '@LEAD-39', '@LEAD-40', '@LEAD-41', '@LEAD-44', '@LEAD-46', '@LEAD-47', '@LEAD-48'],
    ...['@LEAD-49', '@LEAD-63', '@LEAD-64'],
  ],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await answerWith(page, '/api/lead-providers', 500, { code: 'LWAPI10500', message: 'Something went wrong.' });
  const dialog = await openDialog(page, company.origin);
  const add = dialog.getByRole('button', { name: 'Add Lead' });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && isCall(request.url(), '/api/leads')) posts.push(request.url());
  });
  // A picker that fails to load stops its spinner, and the rest of the form works.
  const provider = dialog.getByRole('combobox', { name: 'Lead Provider' });
  await provider.click();
  await expect(page.getByText('The list could not be loaded')).toBeVisible();
  await expect(dialog.locator('.mantine-Loader-root')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await field(dialog, 'First Name').fill('  ');
  await field(dialog, 'Cell Phone').fill('123');
  await dialog.getByRole('button', { name: 'Clear Primary Lead Owner' }).click();
  await add.click();
  for (const message of [
    'First Name is required',
    'Last Name is required',
    'Email is required',
    'Please enter valid phone number',
    'Primary Lead Owner is required',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await field(dialog, 'Email').fill('abc');
  await expect(dialog.getByText('Please enter valid email')).toBeVisible();
  await fill(dialog, 'Noel', 'Winter');
  await field(dialog, 'Cell Phone').fill('');

  await choose(page, picker(dialog, 'Primary Lead Owner'), 'avery', 'Avery Stone');
  await choose(page, picker(dialog, 'Additional Owner').first(), 'avery', 'Avery Stone');
  await add.click();
  await expect(dialog.getByText("Primary Lead Owner can't be same as others")).toBeVisible();
  await choose(page, picker(dialog, 'Additional Owner').first(), 'priya', 'Priya Nguyen');
  await choose(page, picker(dialog, 'Additional Owner').last(), 'priya', 'Priya Nguyen');
  await add.click();
  await expect(dialog.getByText("Additional Owner can't be same as others")).toBeVisible();
  expect(posts).toEqual([]);
  await dialog.getByRole('button', { name: 'Clear Additional Owner' }).last().click();

  // An error of the server is shown, and the form is kept.
  await answerWith(page, '/api/leads', 500, {});
  await add.click();
  await expect(toast(page, 'Failed to create lead. Please try again.')).toBeVisible();
  await expect(field(dialog, 'Last Name')).toHaveValue('Winter');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByText('There are unsaved changes. Are you sure you want to continue?');
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('owners and contacts are checked during typing', {
  tag: ['@LEAD-19', '@LEAD-20', '@LEAD-34', '@LEAD-36', '@LEAD-50', '@LEAD-51', '@DUP-01'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  let dialog = await openDialog(page, company.origin);
  await fill(dialog, 'Dolores', 'Vance');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await expect(page).toHaveURL(/\/app\/leads\/\d+$/);
  const id = page.url().split('/').at(-1);

  dialog = await openDialog(page, company.origin);
  // The company has no licenses.
  const warning = dialog.getByRole('button', { name: 'Primary LO is not licensed' });
  await warning.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Primary LO is not licensed to work in this state');
  await field(dialog, 'Email').fill('Dolores.Vance@example.com');
  await expect(dialog.getByText('1 possible duplicate found')).toBeVisible();
  await expect(dialog.getByRole('link', { name: `Open existing: Lead #${id}, Dolores Vance` })).toBeVisible();
  await expect(field(dialog, 'Email')).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  // With another owner the check runs once, and a save warns that the user can't open the lead.
  const checks: string[] = [];
  page.on('request', (request) => {
    if (isCall(request.url(), '/api/leads/check')) checks.push(request.postData() ?? '');
  });
  await choose(page, picker(dialog, 'Primary Lead Owner'), 'priya', 'Priya Nguyen');
  const accessWarning = 'You will not have access to this lead as you are not one of its owners.';
  await expect(dialog.getByText(accessWarning)).toBeVisible();
  expect(checks).toHaveLength(1);
  await fill(dialog, 'Dolores', 'Vance');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, /^Lead #\d+ created successfully$/).last()).toBeVisible();
  await expect(page).toHaveURL(/\/app\/loans$/);
});

test('the referral contact depends on the lead’s source', {
  tag: ['@LEAD-12', '@LEAD-33', '@LEAD-45', '@LEAD-58'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const [category] = (await call(page, 'GET', '/api/contact-categories')).json as { id: number }[];
  const realtor = { firstName: 'Naomi', lastName: 'Park', category: category?.id };
  expect((await call(page, 'POST', '/api/business-contacts', realtor)).status).toBe(201);
  expect((await call(page, 'POST', '/api/borrowers', { FirstName: 'Luis', LastName: 'Prado-Vega' })).status).toBe(201);
  const dialog = await openDialog(page, company.origin);
  const source = dialog.getByRole('combobox', { name: 'Lead Source' });
  const from = async (name: string) => {
    await source.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const referral = picker(dialog, 'Referral Contact');
  await expect(referral).toHaveCount(0);
  await from('Internal Contact');
  await choose(page, referral, 'paul', 'Paul Okafor');
  await expect(referral).toHaveValue('Paul Okafor');
  await from('Builder');
  await expect(referral).toHaveValue('');
  await fill(dialog, 'Ines', 'Calloway');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await expect(dialog.getByText('Referral contact is required')).toBeVisible();
  /** Waits for a search by first or last name. */
  const asked = (path: string, searchValue: string) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname !== path) return false;
      const { customSearch = '{}', ...rest } = Object.fromEntries(searchParams);
      const search = { searchFields: ['firstName', 'lastName'], searchValue };
      const page = { limit: '10', orderBy: 'companyName', sort: 'ASC', offset: '0' };
      return (
        JSON.stringify(JSON.parse(customSearch)) === JSON.stringify(search) &&
        Object.entries(page).every(([key, value]) => rest[key as keyof typeof rest] === value)
      );
    });
  const businessAsked = asked('/api/lookups/business-contacts', 'naomi');
  await referral.click();
  await referral.fill('naomi');
  await businessAsked;
  await page.getByRole('option', { name: 'Naomi Park' }).click();
  await expect(referral).toHaveValue('Naomi Park');
  await from('Search Engine');
  await expect(referral).toHaveCount(0);
  await from('Friend or Family');
  await expect(referral).toHaveValue('');
  const familyAsked = asked('/api/lookups/family-contacts', 'prado');
  await referral.click();
  await referral.fill('prado');
  await familyAsked;
  await page.getByRole('option', { name: 'Luis Prado-Vega' }).click();
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await expect(page).toHaveURL(/\/app\/leads\/\d+$/);
});

test('contacts are grouped by company, and searched 300 and 500 ms after the last key', {
  tag: ['@TEAM-12', '@TEAM-13', '@TEAM-43'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const [category] = (await call(page, 'GET', '/api/contact-categories')).json as { id: number }[];
  const acorn = await call(page, 'POST', '/api/business-contact-companies', { name: 'Acorn Realty' });
  const { id: BusinessContactCompanyId } = acorn.json as { id: number };
  for (const [firstName, lastName, employer] of [
    ['Odette', 'Quill', BusinessContactCompanyId],
    ['Orson', 'Quill', BusinessContactCompanyId],
    ['Otis', 'Quill', null],
  ] as const) {
    const contact = { firstName, lastName, category: category?.id, BusinessContactCompanyId: employer };
    expect((await call(page, 'POST', '/api/business-contacts', contact)).status).toBe(201);
  }
  await page.clock.install();
  const dialog = await openDialog(page, company.origin);
  await dialog.getByRole('combobox', { name: 'Lead Source' }).click();
  await page.getByRole('option', { name: 'Builder', exact: true }).click();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== '/api/lookups/business-contacts') return;
    asked.push(JSON.parse(searchParams.get('customSearch') ?? '{}').searchValue);
  });
  const referral = picker(dialog, 'Referral Contact');
  await referral.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await referral.pressSequentially('quill');
  await page.clock.runFor(790);
  expect(asked).toEqual(['']);
  await page.clock.runFor(20);
  await page.clock.resume();
  const group = (name: string) => page.getByRole('group', { name });
  await expect(group('Acorn Realty').getByRole('option')).toHaveText(['Odette Quill', 'Orson Quill']);
  await expect(group('Other').getByRole('option')).toHaveText(['Otis Quill']);
  expect(asked).toEqual(['', 'quill']);
});

/**
 * Expects contact details, status, owner, source, scenario and next follow-up above the timeline and open tasks, without
 * scrolling.
 */
async function expectFactsInView(page: Page, header: Locator): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  const facts = [
    'yolanda.pike@example.com',
    'New',
    'Avery Stone',
    'Website',
    'Purchase, $540,000, CA',
    'Next follow-up',
  ];
  for (const text of facts) await expect(header.getByText(text, { exact: true }).first()).toBeInViewport();
  const scenario = page.getByRole('region', { name: 'Scenario' });
  await expect(scenario).toContainText('Purchase price$675,000Loan to value80%');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeInViewport();
  await expectAccessible(page);
}

/** Closes the lead as lost, which needs a reason. */
async function markLost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change status' }).click();
  const change = page.getByRole('dialog', { name: 'Change status' });
  await change.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Lost' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText('Choose why the lead was lost')).toBeVisible();
  await expectAccessible(page);
  await change.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Credit' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toHaveCount(0);
}

test('leads are listed, worked in their timeline, and closed for a reason', {
  tag: ['@LEAD-01', '@LEADPAGE-01', '@LEADPAGE-07', '@SEARCH-10'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const dialog = await openDialog(page, company.origin);
  await fill(dialog, 'Yolanda', 'Pike');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await expect(page).toHaveURL(/\/app\/leads\/\d+$/);

  // She gives more details.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const wanted = page.getByRole('dialog', { name: 'Edit lead' });
  await field(wanted, 'Loan amount').fill('540k');
  await field(wanted, 'Purchase price').fill('$675,000');
  await choose(page, picker(wanted, 'Property state'), 'Calif', 'California');
  await choose(page, picker(wanted, 'Lead Source'), 'Web', 'Website');
  await expectAccessible(page);
  await wanted.getByRole('button', { name: 'Save' }).click();
  await expect(field(wanted, 'Loan amount')).toHaveAccessibleDescription('The amount must be a number such as 1234.56');
  await field(wanted, 'Loan amount').fill('540,000');
  await wanted.getByRole('button', { name: 'Save' }).click();
  await expect(wanted).toHaveCount(0);

  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  await expectFactsInView(page, header);

  // The key C opens a one-line form with outcome and next follow-up.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  const summary = page.getByRole('textbox', { name: 'Summary' });
  await expect(summary).toBeFocused();
  await summary.fill('Tried twice');
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'No answer' }).click();
  const tomorrow = await page.evaluate(() => {
    const day = new Date();
    day.setDate(day.getDate() + 1);
    return day.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });
  });
  await expect(page.getByRole('textbox', { name: 'Next follow-up' })).toHaveValue(tomorrow);
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Call: No answer')).toBeVisible();
  await expect(timeline.getByText('Tried twice')).toBeVisible();
  await expect(header.getByText(tomorrow)).toBeVisible();

  await markLost(page);
  await expect(timeline.getByText(': Credit')).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit lead' });
  await edit.getByRole('textbox', { name: 'Last Name' }).fill('Pike-Sloan');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Yolanda Pike-Sloan', level: 1 })).toBeVisible();

  // The key for the list.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Shift+L');
  await expect(page).toHaveURL(/\/app\/leads/);
  const table = page.getByRole('table', { name: 'Leads' });
  await expect(table.getByRole('columnheader')).toContainText([
    ...['Name', 'Phone', 'Email', 'Purpose', 'Source', 'Provider', 'Owner', 'Status', 'Created'],
  ]);
  await page.getByRole('searchbox', { name: 'Filter leads' }).fill('pike');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByText('Showing 1-1 of 1, closest match first', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByText('Showing 1-1 of 1', { exact: true })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Status' }).and(page.locator('[aria-haspopup]')).click();
  await page.getByRole('menuitemradio', { name: 'Contacted' }).click();
  await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Filter leads' }).fill('pike');
  await table.getByRole('link', { name: 'Yolanda Pike-Sloan' }).click();
  await expect(page.getByRole('heading', { name: 'Yolanda Pike-Sloan', level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
  await page.goto(`${company.origin}/app/leads`);
  await expect(page.getByRole('link', { name: /Yolanda Pike-Sloan/ })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
});

test('an unworked lead is marked, counted and found', { tag: ['@LEADPAGE-05'] }, async ({ page }) => {
  const harbor = companyAt('harbor');
  await harbor.signIn(page, 'Avery Stone');
  await page.goto(`${harbor.origin}/app/leads`);
  const table = page.getByRole('table', { name: 'Leads' });
  const waiting = table.getByRole('row', { name: /Curtis Oyelaran/ });
  await expect(waiting.getByText('Unworked')).toBeVisible();
  await expect(table.getByRole('row', { name: /Maya Ortiz/ })).toBeVisible();
  const unworked = page.getByRole('button', { name: /^Unworked \d+$/ });
  await unworked.click();
  await expect(unworked).toHaveAttribute('aria-pressed', 'true');
  await expect(table.getByRole('row', { name: /Maya Ortiz/ })).toHaveCount(0);
  await expect(waiting).toBeVisible();
  await unworked.click();
  await expect(table.getByRole('row', { name: /Maya Ortiz/ })).toBeVisible();
  // Maya is already a borrower, and her lead says so.
  await table.getByRole('link', { name: 'Maya Ortiz' }).click();
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toContainText('Borrower');
});

test('leads move on the board and in bulk, and one becomes a loan', {
  tag: ['@LEADPAGE-06'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  for (const first of ['Quincy', 'Rosalind']) {
    const dialog = await openDialog(page, company.origin);
    await fill(dialog, first, 'Boardwell');
    await dialog.getByRole('button', { name: 'Add Lead' }).click();
    await expect(page.getByRole('heading', { name: `${first} Boardwell`, level: 1 })).toBeVisible();
  }
  await page.goto(`${company.origin}/app/leads?string=boardwell&view=board`);
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  // The board has the list's filters.
  const filter = page.getByRole('searchbox', { name: 'Filter leads' });
  await filter.fill('quincy boardwell');
  await expect(column('New').getByRole('link')).toHaveCount(1);
  await filter.fill('boardwell');
  await expect(column('New').getByRole('link')).toHaveCount(2);
  await expectAccessible(page);

  // By mouse to Contacted.
  const card = page.getByRole('button', { name: 'Move Quincy Boardwell' });
  await card.hover();
  await page.mouse.down();
  const target = await column('Contacted').boundingBox();
  await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) + 120, { steps: 8 });
  await page.mouse.up();
  await expect(column('Contacted').getByRole('link', { name: 'Quincy Boardwell' })).toBeVisible();
  await expect(column('New').getByRole('link')).toHaveCount(1);

  // By keyboard to the next column.
  await page.getByRole('button', { name: 'Move Rosalind Boardwell' }).focus();
  await pickUp(page);
  await expect(page.getByText('Rosalind Boardwell is over New.')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Rosalind Boardwell is over Contacted.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(column('Contacted').getByRole('link', { name: 'Rosalind Boardwell' })).toBeVisible();

  // By a menu.
  for (const status of ['New', 'Contacted']) {
    await page.getByRole('button', { name: 'Other status for Rosalind Boardwell' }).click();
    await page.getByRole('menuitem', { name: status }).click();
    await expect(column(status).getByRole('link', { name: 'Rosalind Boardwell' })).toBeVisible();
  }

  // Back in the table, both are moved at once, and the change is undone.
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Quincy Boardwell' }).check();
  await page.getByRole('checkbox', { name: 'Select Rosalind Boardwell' }).check();
  const bulk = page.getByRole('region', { name: 'Selected leads' });
  await expect(bulk.getByText('2 leads selected')).toBeVisible();
  await bulk.getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'Qualified' }).click();
  await expect(bulk.getByText('2 leads changed.')).toBeVisible();
  const table = page.getByRole('table', { name: 'Leads' });
  await expect(table.getByText('Qualified')).toHaveCount(2);
  await bulk.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByText('Contacted')).toHaveCount(2);
  await expectAccessible(page);

  await table.getByRole('link', { name: 'Quincy Boardwell' }).click();
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Qualified')).toBeVisible();
  await page.getByRole('button', { name: 'Convert to loan' }).click();
  const question = page.getByRole('dialog', { name: 'Convert to loan' });
  await question.getByRole('button', { name: 'Convert to loan' }).click();
  await expect(page).toHaveURL(/\/app\/loans\/\d+\/loan-info$/);
  await page.getByRole('link', { name: /^Lead #\d+$/ }).click();
  await expect(page.getByRole('heading', { name: 'Quincy Boardwell', level: 1 })).toBeVisible();
  // In its header and its timeline.
  await expect(page.getByRole('link', { name: /^Loan #\d+$/ })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Change status' })).toHaveCount(0);
});
