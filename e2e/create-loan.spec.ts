import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { createLoan } from './support/loans.ts';

async function openDialog(page: Page, origin: string): Promise<Locator> {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Loan', exact: false }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Loan' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
const isLoanCall = (url: string) => new URL(url).pathname === '/api/loans';

async function fillMaya(dialog: Locator) {
  await field(dialog, 'First name').fill('Maya');
  await field(dialog, 'Last name').fill('Ortiz');
  await field(dialog, 'Email').fill('maya.ortiz@example.com');
}

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('the dialog has the fields of a new loan', {
  tag: [
    ...['@LOAN-04', '@LOAN-05', '@LOAN-06', '@LOAN-10', '@LOAN-11', '@LOAN-12', '@LOAN-14', '@LOAN-15', '@LOAN-16'],
    ...['@LOAN-17', '@LOAN-18', '@LOAN-19', '@LOAN-21', '@LOAN-22', '@LOAN-23', '@CONST-02', '@TEAM-23'],
  ],
}, async ({ page, company }) => {
  const dialog = await openDialog(page, company.origin);
  await expect(dialog.getByRole('tab')).toHaveText(['Manual', 'Import FNMA', 'Import MISMO']);
  expect((await dialog.boundingBox())?.width).toBe(1100);
  await expect(dialog.getByRole('radio', { name: 'Purchase' })).toBeChecked();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  for (const name of ['First name', 'Last name', 'Email', 'Phone']) await expect(field(dialog, name)).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Prospect' })).not.toBeChecked();
  await expect(dialog.getByRole('heading', { name: 'Possible matches for existing clients' })).toBeVisible();
  await expect(dialog.getByText('0 Result found')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create Loan' })).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Loan Officer' })).toHaveValue('Avery Stone');

  const usage = dialog.getByLabel('Property usage').first();
  await expect(usage).toHaveValue('Primary Residence');
  await usage.click();
  await expect(page.getByRole('option')).toHaveText(['Primary Residence', 'Second Home', 'Investment']);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Subject property state').first().click();
  await expect(page.getByRole('option')).toHaveCount(56);
  await expect(page.getByRole('option', { name: 'Puerto Rico' })).toBeAttached();
});

test('a loan entered by hand is sent as specified, confirmed by a toast, and opened', {
  tag: [
    ...['@smoke', '@LOAN-02', '@LOAN-25', '@LOAN-26', '@LOAN-27', '@LOAN-28', '@LOAN-29', '@LOAN-31', '@LOAN-43'],
    ...['@LOAN-44', '@LOAN-53', '@LOAN-58', '@LOAN-59', '@PLUS-15', '@SHELL-30'],
  ],
}, async ({ page, company }) => {
  const dialog = await openDialog(page, company.origin);
  await fillMaya(dialog);
  await field(dialog, 'Phone').focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '+1 (555) 123-4567');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await page.keyboard.insertText('+1 (555) 123-4567');
  await expect(field(dialog, 'Phone')).toHaveValue('(555) 123-4567');
  await field(dialog, 'Phone').fill('');
  await dialog.getByText('Refinance', { exact: true }).click();
  await dialog.getByLabel('Subject property state').first().fill('Calif');
  await page.getByRole('option', { name: 'California' }).click();

  let hold = () => {};
  const held = new Promise<void>((release) => {
    hold = release;
  });
  await page.route(
    (url) => isLoanCall(url.href),
    async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    },
  );
  const sent = page.waitForRequest((request) => isLoanCall(request.url()) && request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  const request = await sent;
  const create = dialog.getByRole('button', { name: 'Create Loan' });
  await expect(create).toBeDisabled();
  await expect(create).toHaveAttribute('data-loading', 'true');
  hold();
  const payload = request.postDataJSON();
  expect(payload).toEqual({
    PrimaryBorrower: { email: 'maya.ortiz@example.com', firstName: 'Maya', lastName: 'Ortiz', phone: null },
    isProspect: false,
    inviteBorrower: false,
    validate: false,
    fileVersion: 'URLA_2021',
    LoanPurposeType: 'Refinance',
    StateCode: 'CA',
    PropertyUsageType: 'PrimaryResidence',
    LoanOfficerId: expect.any(Number),
    otherUsers: { loanAssistant: null, WizeUsers: [], ProcessorUser: null, ProcessorOrgUnitId: null },
  });
  expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);

  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/loans\/\d+\/loan-info$/);
  const id = /loans\/(\d+)/.exec(page.url())?.[1];
  await expect(toast(page, `Loan #${id} created successfully`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Ortiz');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page.getByRole('table', { name: 'Loans' })).toContainText('Maya Ortiz');
});

test('missing or invalid fields show errors, and nothing is sent', {
  tag: ['@LOAN-50', '@LOAN-51', '@LOAN-52', '@LOAN-54', '@LOAN-55', '@TEAM-23'],
}, async ({ page, company }) => {
  let posts = 0;
  page.on('request', (request) => {
    if (isLoanCall(request.url()) && request.method() === 'POST') posts += 1;
  });
  const dialog = await openDialog(page, company.origin);
  const create = dialog.getByRole('button', { name: 'Create Loan' });
  await dialog.getByRole('button', { name: 'Clear Loan Officer' }).click();
  await create.click();
  for (const text of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Loan Officer is required',
  ]) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await expect(field(dialog, 'First name')).toBeFocused();
  await expect(field(dialog, 'First name')).toBeInViewport();

  await field(dialog, 'First name').fill('   ');
  await field(dialog, 'Last name').fill('Ortiz');
  await field(dialog, 'Email').fill('abc');
  await field(dialog, 'Phone').fill('123');
  await create.click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await expect(dialog.getByText('Please enter valid email')).toBeVisible();
  await expect(dialog.getByText('Please enter valid phone number')).toBeVisible();

  await fillMaya(dialog);
  await field(dialog, 'Phone').fill('');
  await page.setViewportSize({ width: 1440, height: 480 });
  await create.click();
  await expect(dialog.getByRole('combobox', { name: 'Loan Officer' })).toBeFocused();
  await expect(dialog.getByRole('combobox', { name: 'Loan Officer' })).toBeInViewport();
  expect(posts).toBe(0);
});

test('a failed save keeps the form and shows the reason', { tag: ['@LOAN-45'] }, async ({ page, company }) => {
  const dialog = await openDialog(page, company.origin);
  await fillMaya(dialog);
  const create = dialog.getByRole('button', { name: 'Create Loan' });
  await answerWith(page, '/api/loans', 500, null);
  await create.click();
  await expect(toast(page, 'Failed to create loan. Please try again.')).toBeVisible();
  await expect(create).toBeEnabled();
  await expect(field(dialog, 'First name')).toHaveValue('Maya');

  await answerWith(page, '/api/loans', 422, {
    code: 'LWAPI10422',
    message: 'Check the marked fields.',
    fields: { 'PrimaryBorrower/email': 'This address can’t be reached' },
  });
  await create.click();
  await expect(toast(page, 'Check the marked fields.')).toBeVisible();
  await expect(dialog.getByText('This address can’t be reached')).toBeVisible();
  await expect(field(dialog, 'Email')).toBeFocused();
});

test('a retry after a failure creates only one loan', async ({ page, company }) => {
  const dialog = await openDialog(page, company.origin);
  await fillMaya(dialog);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isLoanCall(request.url()) && request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  await page.route(
    (url) => isLoanCall(url.href),
    (route) => (route.request().method() === 'POST' && keys.length === 1 ? route.abort() : route.continue()),
  );
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(toast(page, 'Failed to create loan. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(page).toHaveURL(/loan-info$/);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('leaving a field searches for existing clients, and a match fills the form', {
  tag: ['@LOAN-12', '@LOAN-13', '@LOAN-32', '@LOAN-33', '@LOAN-47', '@LOAN-48', '@LOAN-56', '@LOAN-57', '@LOAN-61'],
}, async ({ page, company }) => {
  const phone = '4155550132';
  const first = await createLoan(page, { firstName: 'Lucas', lastName: 'Brown', phone });
  const dialog = await openDialog(page, company.origin);
  const lookups: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/borrowers/matches') lookups.push(url);
  });
  await field(dialog, 'First name').focus();
  await field(dialog, 'Last name').focus();
  await field(dialog, 'First name').fill('Lucas');
  expect(lookups).toHaveLength(0);
  await field(dialog, 'Last name').fill('Brown');
  await field(dialog, 'Email').focus();
  await expect(dialog.getByText('1 Result found')).toBeVisible();
  const query = Object.fromEntries(lookups.at(-1)?.searchParams ?? []);
  expect(query).toEqual({ FirstName: 'Lucas', LastName: 'Brown', LoanOnly: 'true' });

  const match = dialog.getByRole('button', { name: 'Lucas Brown' });
  await expect(match).toContainText(`#${first.id}`);
  await expect(match).toContainText('lucas.brown@example.com');
  await expect(match).toContainText('Possible');
  await expect(match).toContainText('same first name, last name');
  await match.click();
  await expect(match).toHaveAttribute('aria-pressed', 'true');
  await expect(field(dialog, 'Email')).toHaveValue('lucas.brown@example.com');
  await expect(field(dialog, 'Phone')).toHaveValue('(415) 555-0132');
  // The search that the changed field starts is answered while the pointer is down.
  await field(dialog, 'First name').fill('Lukas');
  await match.click({ delay: 500 });
  await expect(match).toHaveAttribute('aria-pressed', 'false');
  for (const name of ['First name', 'Last name', 'Email', 'Phone']) await expect(field(dialog, name)).toHaveValue('');
});

test('Back asks about an open form and closes its dialog', async ({ page, company }) => {
  await page.goto(`${company.origin}/app/leads`);
  await page.getByRole('banner').getByRole('link', { name: 'Loans', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/loans$/);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Loan', exact: false }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Loan' });
  await field(dialog, 'First name').fill('Maya');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeVisible();
  await expect(field(dialog, 'First name')).toHaveValue('Maya');
  await page.goBack();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/leads`);
  await expect(dialog).toHaveCount(0);
});

test('switching tabs discards everything and starts a new form', {
  tag: ['@LOAN-09', '@LOAN-34', '@LOAN-36', '@LOAN-37', '@LOAN-38', '@LOAN-39'],
}, async ({ page, company }) => {
  await createLoan(page, { firstName: 'Isla', lastName: 'Lopez' });
  const dialog = await openDialog(page, company.origin);
  await field(dialog, 'First name').fill('Isla');
  await field(dialog, 'Last name').fill('Lopez');
  await field(dialog, 'Email').focus();
  await expect(dialog.getByText('1 Result found')).toBeVisible();
  await dialog.getByText('Refinance', { exact: true }).click();
  await dialog.getByLabel('Property usage').first().click();
  await page.getByRole('option', { name: 'Investment' }).click();
  await dialog.getByRole('button', { name: 'Clear Loan Officer' }).click();

  await page.getByRole('tab', { name: 'Import FNMA' }).click();
  const imports = page.getByRole('dialog', { name: 'Import FNMA 3.2 File' });
  await expect(imports.getByRole('radio', { name: 'Purchase' })).toBeChecked();
  await expect(imports.getByLabel('Property usage').first()).toHaveValue('Primary Residence');
  await expect(imports.getByRole('combobox', { name: 'Loan Officer' })).toHaveValue('Avery Stone');
  await expect(imports.getByText('0 Result found')).toBeVisible();
  await page.getByRole('tab', { name: 'Manual' }).click();
  await expect(field(dialog, 'First name')).toHaveValue('');
  await expect(dialog.getByText('0 Result found')).toBeVisible();
});

test('Cancel asks before it discards changes, and only then', { tag: ['@LOAN-49'] }, async ({ page, company }) => {
  const dialog = await openDialog(page, company.origin);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  await openDialog(page, company.origin);
  await field(dialog, 'First name').fill('Maya');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave();
    await expect(question).toContainText('There are unsaved changes. Are you sure you want to continue?');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toHaveCount(0);
    await expect(field(dialog, 'First name')).toHaveValue('Maya');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toHaveCount(0);
});

test('the loan officer picker loads ten users at a time, 300 ms after the last key', {
  tag: ['@TEAM-38', '@TEAM-39', '@TEAM-42'],
}, async ({ page, company }) => {
  await page.clock.install();
  const dialog = await openDialog(page, company.origin);
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/users/search/flat') asked.push(url);
  });
  const picker = dialog.getByRole('combobox', { name: 'Loan Officer' });
  await picker.click();
  await expect(page.getByRole('option', { name: 'Marcus Bell' })).toBeVisible();
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    offset: '0',
    limit: '10',
    showLoader: 'false',
    applyTags: 'true',
    string: '',
    roles: '["ORIGINATOR"]',
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await picker.fill('');
  await picker.pressSequentially('beth');
  await page.clock.runFor(290);
  expect(asked).toHaveLength(1);
  await page.clock.runFor(20);
  await page.clock.resume();
  await expect(page.getByRole('option')).toHaveText([/Beth Sullivan/]);
  expect(asked.at(-1)?.searchParams.get('string')).toBe('beth');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue('Beth Sullivan');
});
