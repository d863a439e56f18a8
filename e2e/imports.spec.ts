import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { companyAt, expect, signIn, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { readMismo } from './support/imports.ts';
import { call, createLoan } from './support/loans.ts';

/** Files of this project about fictional people. */
const fixture = (name: string) => resolve(import.meta.dirname, '../crates/lending/tests/fixtures', name);
const xml = (text: string, name = 'loan.xml') => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });

const answerOf = async (request: Request) => {
  const answer = await request.response();
  if (!answer) throw new Error(`${request.url()} was not answered`);
  return answer.json();
};

const pathOf = (url: string) => new URL(url).pathname;
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function openImport(page: Page, origin: string, item: 'FNM 3.2 Import' | 'MISMO 3.4 Import'): Promise<Locator> {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const dialog = page.getByRole('dialog', { name: /^(Create Loan|Import )/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Drops a file on the file area. */
async function drop(dialog: Locator, name: string, text: string): Promise<void> {
  const dataTransfer = await dialog.page().evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], fileName ?? ''));
      return transfer;
    },
    [name, text],
  );
  await dialog.getByLabel('Choose file').dispatchEvent('drop', { dataTransfer });
}

const file = (dialog: Locator) => dialog.getByLabel('Choose file');
const errorText = (dialog: Locator) => dialog.getByRole('region', { name: 'File' }).getByRole('alert');

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('a MISMO file becomes a loan', {
  tag: [
    ...['@smoke', '@LOAN-02', '@LOAN-60', '@MISMO-01', '@MISMO-02', '@MISMO-03', '@MISMO-15', '@MISMO-23'],
    ...['@MISMO-26', '@MISMO-29', '@MISMO-30', '@MISMO-31', '@MISMO-33', '@LOAN-40', '@LOAN-41', '@LOAN-42'],
  ],
}, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  const types = dialog.getByRole('radiogroup', { name: 'Import type' }).getByRole('radio');
  await expect(types).toHaveCount(2);
  for (const type of await types.all()) await expect(type).not.toBeChecked();
  await expect(file(dialog)).toBeDisabled();
  await expect(file(dialog)).toHaveAttribute('accept', '.xml');
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  await expect(file(dialog)).toBeEnabled();

  // While the upload is running, the dialog can't be closed.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(
    (url) => url.pathname.startsWith('/api/files/') && url.pathname !== '/api/files/upload-url',
    async (route) => {
      await held;
      await route.continue();
    },
  );
  const address = page.waitForRequest((request) => pathOf(request.url()) === '/api/files/upload-url');
  const bytes = page.waitForRequest((request) => request.method() === 'PUT');
  const reading = page.waitForRequest((request) => pathOf(request.url()) === '/api/imports/mismo');
  await file(dialog).setInputFiles(fixture('conventional-purchase.xml'));
  expect((await address).postDataJSON()).toMatchObject({ fileName: 'conventional-purchase.xml' });
  const { fileId, fileUploadSignedUrl } = await answerOf(await address);
  expect(new URL((await bytes).url()).href).toBe(new URL(fileUploadSignedUrl, company.origin).href);
  expect((await bytes).headers().authorization).toBeUndefined();
  await expect(dialog.getByRole('progressbar', { name: 'Uploading conventional-purchase.xml' })).toBeAttached();
  for (const name of ['Cancel', 'Create Loan', 'Close']) {
    await expect(dialog.getByRole('button', { name })).toBeDisabled();
  }
  for (const tab of await dialog.getByRole('tab').all()) await expect(tab).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  release();

  expect((await reading).postDataJSON()).toEqual({
    fileName: 'conventional-purchase.xml',
    filePath: `imports/${fileId}/conventional-purchase.xml`,
  });
  await page.getByRole('dialog', { name: 'TRID Review' }).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('conventional-purchase.xml')).toBeVisible();
  const result = await answerOf(await reading);
  await expect(dialog.getByLabel('Subject property state').first()).not.toHaveValue('');
  await expect(dialog.getByLabel('Property usage').first()).toHaveValue('Primary Residence');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();

  const sent = page.waitForRequest((request) => pathOf(request.url()) === '/api/loans/from-mismo');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ fileId, importType: 'ACTIVE_LOAN', fileVersion: 'URLA_2021' });
  expect((await sent).postDataJSON()).not.toHaveProperty('fundedDate');
  await expect(page).toHaveURL(/\/app\/loans\/\d+\/loan-info$/);
  const id = /loans\/(\d+)/.exec(page.url())?.[1];
  await expect(toast(page, `Loan #${id} created successfully`)).toBeVisible();

  const { firstName, lastName } = result.loanInfo.borrowers[0];
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${firstName} ${lastName}`);
  const loan = (await call(page, 'GET', `/api/loans/${id}`)).json as { LoanAmount: string };
  expect(loan.LoanAmount).toBe(result.loanInfo.amount);
  await expect(page.getByText('•••-••-').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page.getByRole('table', { name: 'Loans' })).toContainText(`${firstName} ${lastName}`);
});

test('an FNMA file becomes a loan without typing the borrower', {
  tag: [
    ...['@LOAN-02', '@LOAN-60', '@FNMA-01', '@FNMA-02', '@FNMA-03', '@FNMA-04', '@FNMA-08', '@FNMA-12'],
    ...['@FNMA-14', '@FNMA-19'],
  ],
}, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'FNM 3.2 Import');
  await expect(file(dialog)).toHaveAttribute('accept', '.txt,.fnm');
  await expect(dialog.getByRole('combobox', { name: 'Loan Officer' })).toHaveValue('Avery Stone');
  for (const name of ['First name', 'Last name', 'Email', 'Phone']) {
    await expect(dialog.getByRole('textbox', { name })).toHaveValue('');
  }
  const reading = page.waitForRequest((request) => pathOf(request.url()) === '/api/imports/fnma');
  await file(dialog).setInputFiles(fixture('couple-buys-condominium.fnm'));
  const answer = await answerOf(await reading);
  expect((await reading).headers()['content-type']).toMatch(/^multipart\/form-data/);
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(['fileId', 'leads', 'loanInfo', 'loanApplication']));
  const [borrower] = answer.loanInfo.borrowers;
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue(borrower.firstName);
  await expect(dialog.getByRole('textbox', { name: 'Last name' })).toHaveValue(borrower.lastName);
  await expect(dialog.getByLabel('Subject property state').first()).not.toHaveValue('');

  await dialog.getByRole('textbox', { name: 'Email' }).fill('');
  const sent = page.waitForRequest((request) => pathOf(request.url()) === '/api/loans/from-file');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ fileId: answer.fileId, fileVersion: 'URLA_2021' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${borrower.firstName} ${borrower.lastName}`);
});

test('a known borrower of the file is listed, and a known email is noted', {
  tag: ['@FNMA-09', '@MISMO-12', '@MISMO-23'],
}, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  const take = () => file(dialog).setInputFiles(fixture('va-purchase.xml'));
  const { loanInfo } = await readMismo(page, take);
  const [borrower] = loanInfo.borrowers;
  if (!borrower) throw new Error('the file has no borrower');
  const { firstName, lastName, email } = borrower;
  await createLoan(page, { firstName, lastName, email });

  await dialog.getByRole('button', { name: 'Remove file' }).click();
  await readMismo(page, take);
  await expect(dialog.getByText('A borrower with this email already exists.')).toBeVisible();
  await expect(dialog.getByText('1 Result found')).toBeVisible();
  await expect(dialog.getByRole('button', { name: `${firstName} ${lastName}` })).toContainText(email);
});

test('a closed loan asks for its dates, none after today', {
  tag: [
    ...['@MISMO-04', '@MISMO-05', '@MISMO-06', '@MISMO-07', '@MISMO-08', '@MISMO-09', '@MISMO-16', '@MISMO-18'],
    ...['@MISMO-21', '@MISMO-22', '@MISMO-24', '@MISMO-25', '@MISMO-32'],
  ],
}, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  const dates = ['Funded Date', 'Application Date', 'Doc Signed Date', 'TRID Date'];
  const date = (name: string) => dialog.getByRole('textbox', { name });
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  for (const name of dates) await expect(date(name)).toHaveCount(0);
  await file(dialog).setInputFiles(fixture('va-purchase.xml'));
  await expect(dialog.getByText('va-purchase.xml')).toBeVisible();

  await dialog.getByRole('radio', { name: /^Closed/ }).click();
  await expect(dialog.getByText('va-purchase.xml')).toHaveCount(0);
  for (const name of dates) await expect(date(name)).toHaveAttribute('placeholder', 'MM/DD/YYYY');
  const reading = page.waitForRequest((request) => pathOf(request.url()) === '/api/imports/closed-loan');
  await file(dialog).setInputFiles(fixture('va-purchase.xml'));
  await reading;
  await expect(dialog.getByText('va-purchase.xml')).toBeVisible();

  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(dialog.getByText('Funded Date is required')).toBeVisible();
  await expect(dialog.getByText('Application Date is required')).toBeVisible();

  await date('Doc Signed Date').fill('12/31/2999');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(dialog.getByText(/^Enter a date on or before /)).toBeVisible();
  await expect(date('Doc Signed Date')).toBeFocused();
  await date('Doc Signed Date').fill('');
  await date('Funded Date').fill('10152026');
  await date('Funded Date').blur();
  await expect(date('Funded Date')).toHaveValue('10/15/2026');
  await date('Application Date').click();
  const today = new Date();
  const tomorrow = page.getByRole('button', { name: tomorrowLabel(today) });
  if (await tomorrow.count()) await expect(tomorrow).toBeDisabled();
  await date('Application Date').fill('08/03/2026');
  await date('Application Date').blur();

  const sent = page.waitForRequest((request) => pathOf(request.url()) === '/api/loans/from-mismo');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    importType: 'CLOSED_LOAN',
    fundedDate: '2026-10-15',
    applicationDate: '2026-08-03',
    docSignedDate: null,
    tridDate: null,
    StateCode: expect.any(String),
    PropertyUsageType: expect.any(String),
  });
  await expect(page).toHaveURL(/loan-info$/);
});

/** The name of tomorrow's button in the calendar, as the calendar writes it. */
function tomorrowLabel(today: Date): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  return `${day.getDate()} ${day.toLocaleString('en-US', { month: 'long' })} ${day.getFullYear()}`;
}

test('saving without a file or a type shows what is missing and sends nothing', {
  tag: ['@FNMA-13', '@MISMO-27', '@MISMO-28'],
}, async ({ page, company }) => {
  let posts = 0;
  page.on('request', (request) => {
    if (pathOf(request.url()).startsWith('/api/loans/from-')) posts += 1;
  });
  const fnma = await openImport(page, company.origin, 'FNM 3.2 Import');
  await fnma.getByRole('button', { name: 'Create Loan' }).click();
  await expect(toast(page, 'Please upload FNMA file to create loan')).toBeVisible();
  await expect(fnma.getByText('First name is required')).toHaveCount(0);

  const mismo = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await mismo.getByRole('button', { name: 'Create Loan' }).click();
  await expect(mismo.getByText('Choose Active or Closed', { exact: true })).toBeVisible();
  await mismo.getByRole('radio', { name: /^Active/ }).click();
  await mismo.getByRole('button', { name: 'Create Loan' }).click();
  await expect(toast(page, 'Please upload MISMO file to create loan')).toBeVisible();
  expect(posts).toBe(0);
});

test('a refused file is removed, and the reason is shown for three seconds', {
  tag: ['@FNMA-05', '@FNMA-06', '@FNMA-07', '@MISMO-13'],
}, async ({ page, company }) => {
  await page.clock.install();
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  await file(dialog).setInputFiles(xml('<html><body>This is no loan</body></html>'));
  await expect(errorText(dialog)).not.toBeEmpty();
  await expect(dialog.getByText('loan.xml')).toHaveCount(0);
  await expect(file(dialog)).toBeEnabled();
  const message = await errorText(dialog).textContent();
  expect(message).toMatch(/\.$/);
  await page.clock.fastForward(3_100);
  await expect(errorText(dialog)).toBeEmpty();

  await answerWith(page, '/api/imports/mismo', 500, null);
  await file(dialog).setInputFiles(xml('<MESSAGE/>'));
  await expect(errorText(dialog)).toHaveText('Failed to import file. Please try agian...');
  await page.clock.fastForward(3_100);
  await expect(errorText(dialog)).toBeEmpty();

  const fnma = await openImport(page, company.origin, 'FNM 3.2 Import');
  await answerWith(page, '/api/imports/fnma', 422, { code: 'X', message: 'The file is not a valid FNMA 3.2 file.' });
  await file(fnma).setInputFiles({ name: 'bad.fnm', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(errorText(fnma)).toHaveText('The file is not a valid FNMA 3.2 file.');
  await expect(fnma.getByText('bad.fnm')).toHaveCount(0);
});

test('a file that is too large is refused before the upload starts', async ({ page, company }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (pathOf(request.url()) === '/api/files/upload-url') asked += 1;
  });
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  await file(dialog).setInputFiles({ name: 'huge.xml', mimeType: 'text/xml', buffer: Buffer.alloc(10_000_001, ' ') });
  await expect(errorText(dialog)).toHaveText('The file is too large.');
  expect(asked).toBe(0);
});

test('a file with another extension is ignored, chosen or dropped', {
  tag: ['@FNMA-10', '@FNMA-11', '@MISMO-26'],
}, async ({ page, company }) => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    const path = pathOf(request.url());
    if (path.startsWith('/api/imports') || path.startsWith('/api/files')) uploads.push(path);
  });
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  for (const name of ['loan.txt', 'loan.XML', 'loan.pdf']) await drop(dialog, name, 'x');
  await file(dialog).setInputFiles(xml('<MESSAGE/>', 'loan.XML'));
  const fnma = await openImport(page, company.origin, 'FNM 3.2 Import');
  for (const name of ['loan.xml', 'loan.Txt', 'loan.pdf']) await drop(fnma, name, 'x');
  await expect(errorText(fnma)).toBeEmpty();
  expect(uploads).toEqual([]);
  await drop(fnma, 'loan.FNM', 'hello');
  await expect.poll(() => uploads).toEqual(['/api/imports/fnma']);
});

test('switching tabs removes the file', { tag: ['@LOAN-35'] }, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'FNM 3.2 Import');
  await file(dialog).setInputFiles(fixture('couple-buys-condominium.fnm'));
  await expect(dialog.getByText('couple-buys-condominium.fnm')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Manual' }).click();
  await dialog.getByRole('tab', { name: 'Import FNMA' }).click();
  await expect(dialog.getByText('couple-buys-condominium.fnm')).toHaveCount(0);
  await expect(file(dialog)).toBeEnabled();
});

test('values that could not be imported are listed under the file', async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Active/ }).click();
  const { issues } = await readMismo(page, () => file(dialog).setInputFiles(fixture('refinance-with-real-estate.xml')));
  expect(issues.length).toBeGreaterThan(0);
  await dialog.getByText(/warnings? in this file/).click();
  await expect(dialog.getByText(issues[0]?.reason ?? '').first()).toBeVisible();
});

test('the items of a complete application are reviewed before the loan is made', {
  tag: ['@MISMO-14', '@TRID-04', '@TRID-05', '@TRID-06'],
}, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Closed/ }).click();
  const closed = page.waitForResponse((answer) => pathOf(answer.url()) === '/api/imports/closed-loan');
  await file(dialog).setInputFiles(fixture('conventional-purchase.xml'));
  await closed;
  await expect(dialog.getByText('conventional-purchase.xml')).toBeVisible();
  const review = page.getByRole('dialog', { name: 'TRID Review' });
  await expect(review).toHaveCount(0);

  await dialog.getByRole('radio', { name: /^Active/ }).click();
  const choose = () => file(dialog).setInputFiles(fixture('conventional-purchase.xml'));
  const reading = page.waitForResponse((answer) => pathOf(answer.url()) === '/api/imports/mismo');
  await choose();
  const { TridData } = await (await reading).json();
  await expect(review).toBeVisible();
  await expect(review.getByRole('button')).toContainText(['Remove File', 'Cancel', 'Continue']);
  await review.getByRole('button', { name: 'Remove File' }).click();
  await expect(review).toHaveCount(0);
  await expect(dialog.getByText('conventional-purchase.xml')).toHaveCount(0);
  await expect(file(dialog)).toBeEnabled();

  await choose();
  const [borrower] = TridData.Borrowers;
  const { FirstName, LastName } = borrower.Name;
  const person = review.getByRole('region', { name: `Borrower 1: ${FirstName} ${LastName}` });
  const ssn = person.getByRole('textbox', { name: 'Social Security Number' });
  await expect(ssn).toHaveValue(`•••-••-${borrower.SSN.slice(-4)}`);
  await expect(ssn).not.toBeEditable();
  await person.getByRole('button', { name: /^Reveal/ }).click();
  await expect(ssn).toHaveValue(borrower.SSN.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3'));
  await expect(review.getByRole('textbox', { name: 'City' })).toHaveValue(TridData.SubjectProperty.Address.CityName);

  // No item can be cleared.
  const amount = review.getByRole('textbox', { name: 'Loan Amount' });
  await amount.fill('');
  await review.getByRole('button', { name: 'Continue' }).click();
  await expect(review.getByText('Loan Amount is required')).toBeVisible();
  await expect(amount).toBeFocused();
  await amount.fill('$287,500');
  await person.getByRole('textbox', { name: 'First Name' }).fill('Kendra');
  await review.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Nevada' }).click();
  await review.getByRole('button', { name: 'Continue' }).click();
  await expect(review).toHaveCount(0);
  await expect(dialog.getByLabel('Subject property state').first()).toHaveValue('Nevada');
  const sent = page.waitForRequest((request) => pathOf(request.url()) === '/api/loans/from-mismo');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await sent).postDataJSON().TridData).toMatchObject({
    LoanAmount: '287500',
    SubjectProperty: { Address: { StateCode: 'NV' } },
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Kendra ${LastName}`);
  const id = /loans\/(\d+)/.exec(page.url())?.[1];
  const loan = (await call(page, 'GET', `/api/loans/${id}`)).json as Record<string, unknown>;
  expect(loan).toMatchObject({ LoanAmount: '287500.00', StateCode: 'NV' });
});

test('a file imported before shows a link to its loan', {
  tag: ['@DUP-15'],
}, async ({ page, company }) => {
  const dialog = await openImport(page, company.origin, 'FNM 3.2 Import');
  const choose = () => file(dialog).setInputFiles(fixture('refinance-of-the-self-employed.fnm'));
  await choose();
  await expect(dialog.getByText('refinance-of-the-self-employed.fnm')).toBeVisible();
  await expect(dialog.getByText(/^Imported /)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(page).toHaveURL(/loan-info$/);
  const id = /loans\/(\d+)/.exec(page.url())?.[1];
  await openImport(page, company.origin, 'FNM 3.2 Import');
  await choose();
  const today = await page.evaluate(() => {
    const at = new Date();
    const two = (part: number) => String(part).padStart(2, '0');
    return `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()}`;
  });
  await expect(dialog.getByText(`Imported ${today} as #${id}`)).toBeVisible();
  await expect(dialog.getByRole('link', { name: `#${id}` })).toHaveAttribute('href', `/app/loans/${id}/loan-info`);
});

/** Third-party loan files, if available. */
const samples = process.env.KEYTURN_SAMPLE_FILES ?? resolve(import.meta.dirname, '../../shared/data');
const documents = [
  { of: 'its own file', path: fixture('conventional-purchase.xml') },
  { of: 'another program’s file', path: resolve(samples, 'mismo34/DI-C01_v3.4_XML_Fixed_Primary_Attchd_11192019.xml') },
].filter(({ path }) => existsSync(path));

type Income = { id: string; kind: string; monthlyAmount: string };
type Applied = { application: { borrowers: { id: string; incomes: Income[] }[] } };

for (const { of, path } of documents) {
  test(`the user accepts, rejects or postpones each difference between ${of} and existing records`, {
    tag: ['@DUP-14'],
  }, async ({ page, company }) => {
    const loanOf = () => /loans\/(\d+)/.exec(page.url())?.[1] ?? '';
    const baseOf = async (loan: string) => {
      const { application } = (await call(page, 'GET', `/api/loans/${loan}/application`)).json as Applied;
      const [borrower] = application.borrowers;
      const income = borrower?.incomes.find(({ kind }) => kind === 'Base');
      if (!borrower || !income) throw new Error('the file has no base income');
      return { path: `borrowers/${borrower.id}/incomes/${income.id}/monthlyAmount`, amount: income.monthlyAmount };
    };
    const read = async (text: string, name: string) => {
      const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
      await dialog.getByRole('radio', { name: /^Active/ }).click();
      await readMismo(page, () => file(dialog).setInputFiles(xml(text, name)));
      return dialog;
    };
    // This test has its own people, because other tests import the same files.
    const text = readFileSync(path, 'utf8')
      .replaceAll(/(<TaxpayerIdentifierValue>)\d{3}/g, '$1219')
      .replaceAll('<ContactPointEmailValue>', '<ContactPointEmailValue>other.');
    const first = await read(text, 'first.xml');
    await expect(first.getByRole('region', { name: 'Differences from existing record' })).toHaveCount(0);
    await first.getByRole('button', { name: 'Create Loan' }).click();
    await expect(page).toHaveURL(/loan-info$/);
    const known = loanOf();
    const base = await baseOf(known);
    const change = [{ path: base.path, from: base.amount, to: '5200.00' }];
    expect((await call(page, 'PATCH', `/api/loans/${known}/application`, change)).status).toBe(200);

    const made: string[] = [];
    page.on('request', (request) => {
      const path = pathOf(request.url());
      const isAsked = request.method() === 'GET' || path === '/api/loans/check-team';
      if (!isAsked && path.startsWith('/api/loans')) made.push(path);
    });
    const changed = text.replace(
      `<CurrentIncomeMonthlyTotalAmount>${base.amount}<`,
      '<CurrentIncomeMonthlyTotalAmount>5500.00<',
    );
    const dialog = await read(changed, 'again.xml');
    const differs = dialog.getByRole('region', { name: 'Differences from existing record' });
    await expect(differs.getByText(/matches borrower #\d+/).first()).toBeVisible();
    const row = differs.getByRole('listitem').filter({ hasText: 'Monthly income: Base' });
    await expect(row.getByText('File: 5,500.00, current: 5,200.00')).toBeVisible();
    const choice = (name: string) => row.getByRole('radio', { name });
    await expect(row.getByRole('radio')).toHaveCount(3);
    // The record was changed today, and the file is older.
    await expect(choice('Keep current')).toBeChecked();
    for (const name of ['Use the file’s', 'Later']) await expect(choice(name)).not.toBeChecked();
    await choice('Keep current').focus();
    await page.keyboard.press('ArrowRight');
    await expect(choice('Later')).toBeChecked();
    expect(made).toEqual([]);
    expect((await baseOf(known)).amount).toBe('5200.00');

    await dialog.getByRole('button', { name: 'Create Loan' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(new RegExp(`loans/${known}/`));
    await expect(page).toHaveURL(/loan-info$/);
    const loan = loanOf();
    expect((await baseOf(loan)).amount).toBe('5500.00');
    await page.goto(`${company.origin}/app/loans/${loan}/loan-center`);
    const left = page.getByRole('region', { name: '1 difference left for later' });
    await expect(left.getByText('File: 5,500.00, current: 5,200.00')).toBeVisible();
    await left.getByRole('button', { name: /^Keep current/ }).click();
    await expect(left).toHaveCount(0);
    expect((await baseOf(loan)).amount).toBe('5200.00');
  });
}

test('a removed file leaves nothing in the form', {
  tag: ['@MISMO-23'],
}, async ({ page, company }) => {
  const first = readFileSync(fixture('conventional-purchase.xml'), 'utf8')
    .replaceAll('<StateCode>CA</StateCode>', '<StateCode>NV</StateCode>')
    .replaceAll('>PrimaryResidence<', '>Investment<');
  const second = first
    .replace(/<StateCode>NV<\/StateCode>/g, '')
    .replace(/<PropertyUsageType>.*?<\/PropertyUsageType>/g, '');
  const dialog = await openImport(page, company.origin, 'MISMO 3.4 Import');
  await dialog.getByRole('radio', { name: /^Closed/ }).click();
  const state = page.getByRole('combobox', { name: 'Subject property state' });
  const usage = page.getByRole('combobox', { name: 'Property usage' });
  const before = [await state.inputValue(), await usage.inputValue()];
  await file(dialog).setInputFiles(xml(first, 'first.xml'));
  await expect(state).toHaveValue('Nevada');
  await expect(usage).not.toHaveValue(before[1] ?? '');
  await dialog.getByRole('button', { name: 'Remove file' }).click();
  await expect(state).toHaveValue(before[0] ?? '');
  await expect(usage).toHaveValue(before[1] ?? '');
  await file(dialog).setInputFiles(xml(second, 'second.xml'));
  await expect(dialog.getByText('second.xml')).toBeVisible();
  await expect(state).toHaveValue(before[0] ?? '');
  await expect(usage).toHaveValue(before[1] ?? '');

  const fnma = await openImport(page, company.origin, 'FNM 3.2 Import');
  const firstName = fnma.getByRole('textbox', { name: 'First name' });
  await file(fnma).setInputFiles(fixture('couple-buys-condominium.fnm'));
  await expect(state).not.toHaveValue('');
  await expect(firstName).not.toHaveValue('');
  await fnma.getByRole('button', { name: 'Remove file' }).click();
  await expect(state).toHaveValue('');
  await expect(firstName).toHaveValue('');
  await expect(fnma.getByRole('radio', { name: 'Purchase' })).toBeChecked();
});

test('only a non-delegated correspondent can say that a closed loan was brokered', {
  tag: ['@MISMO-10', '@MISMO-11', '@MISMO-17'],
}, async ({ page, company }) => {
  const label = 'Non-Delegated Correspondent (Brokered) Loan';
  const openClosed = async (origin: string) => {
    const dialog = await openImport(page, origin, 'MISMO 3.4 Import');
    await expect(dialog.getByRole('checkbox', { name: label })).toHaveCount(0);
    await dialog.getByRole('radio', { name: /^Closed/ }).click();
    await file(dialog).setInputFiles(fixture('conventional-purchase.xml'));
    await expect(dialog.getByText('conventional-purchase.xml')).toBeVisible();
    for (const name of ['Funded Date', 'Application Date']) {
      await dialog.getByRole('textbox', { name }).fill('01/05/2026');
      await page.keyboard.press('Tab');
    }
    return dialog;
  };
  const sent = () => page.waitForRequest((request) => pathOf(request.url()) === '/api/loans/from-mismo');
  const delegated = await openClosed(company.origin);
  await expect(delegated.getByRole('checkbox', { name: label })).toHaveCount(0);
  const without = sent();
  await delegated.getByRole('button', { name: 'Create Loan' }).click();
  expect((await without).postDataJSON()).not.toHaveProperty('NonDelegatedCorrespondentLoan');

  // Prairie is a non-delegated correspondent.
  const prairie = companyAt('prairie');
  await signIn(page, prairie.origin, 'alice.monroe@prairie.example');
  const dialog = await openClosed(prairie.origin);
  await dialog.getByRole('checkbox', { name: label }).click();
  const withIt = sent();
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await withIt).postDataJSON()).toHaveProperty('NonDelegatedCorrespondentLoan', true);
  await expect(page).toHaveURL(/loan-info$/);
});
