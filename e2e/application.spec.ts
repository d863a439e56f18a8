import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { call, createLoan } from './support/loans.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const saveStatus = (page: Page) =>
  page.getByRole('complementary', { name: 'State of the application' }).getByRole('status');
const openLoan = async (page: Page, origin: string, id: number) => {
  await page.goto(`${origin}/app/loans/${id}/loan-info`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** More Tab stops than the page has. */
const stopsMax = 400;

/** Presses a key until the control has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} can't be reached by ${key}`);
}

/** Types into a field that the Tab key reaches. */
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Selects an option by typing its first letters. The browser forgets letters after a pause, so a slow turn repeats. */
async function choose(page: Page, target: Locator, letters: string, value: string): Promise<void> {
  await tabTo(page, target);
  await expect(async () => {
    await page.keyboard.type(letters);
    expect(await target.first().inputValue()).toBe(value);
  }).toPass({ intervals: [1_200] });
}

/** Adds a row with its button. The first field of the row then has the focus. */
async function add(page: Page, within: Locator, name: string): Promise<void> {
  await tabTo(page, within.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

type Document = { application: { borrowers: { id: string; firstName: string; jointWith?: string }[] } };
const borrowersOf = async (page: Page, id: number) =>
  ((await call(page, 'GET', `/api/loans/${id}/application`)).json as Document).application.borrowers;

/** Section 1a of Maya, with an address of less than two years. */
async function typePersonalInformation(page: Page): Promise<void> {
  const personal = section(page, '1a Personal Information');
  await type(page, personal.getByLabel('Middle name', { exact: true }), 'Elena');
  await type(page, personal.getByRole('textbox', { name: 'Social Security Number' }), '219-09-1234');
  await type(page, personal.getByRole('textbox', { name: 'Date of Birth' }), '3/7/85');
  await choose(page, personal.getByRole('combobox', { name: 'Citizenship' }), 'U', 'USCitizen');
  await choose(page, personal.getByRole('combobox', { name: 'Marital Status' }), 'U', 'Unmarried');
  // The three choices of the form, and the addendum for unmarried borrowers.
  await expect(personal.getByRole('combobox', { name: 'Marital Status' }).getByRole('option')).toHaveText([
    '',
    'Married',
    'Separated',
    'Unmarried',
  ]);
  await expect(personal.getByRole('heading', { name: 'Unmarried Addendum' })).toBeVisible();
  for (const status of ['Separated', 'Married']) {
    await page.keyboard.press('ArrowUp');
    await expect(personal.getByRole('combobox', { name: 'Marital Status' })).toHaveValue(status);
  }
  await expect(personal.getByRole('heading', { name: 'Unmarried Addendum' })).toHaveCount(0);
  await type(page, personal.getByRole('textbox', { name: 'Dependents: Number' }), '2');
  await type(page, personal.getByRole('textbox', { name: 'Dependents: Ages' }), '7, 12');
  await type(page, personal.getByRole('textbox', { name: 'Cell Phone' }), '5105550164');
  await add(page, personal, 'Add address');
  await page.keyboard.type('12 Harbor Road');
  await type(page, personal.getByRole('textbox', { name: 'City' }), 'Oakland');
  await choose(page, personal.getByRole('combobox', { name: 'State' }), 'CA', 'CA');
  await type(page, personal.getByRole('textbox', { name: 'ZIP' }), '94607');
  await type(page, personal.getByRole('textbox', { name: 'How Long at This Address?' }), '1y 5m');
  await choose(page, personal.getByRole('combobox', { name: 'Housing' }), 'R', 'Rent');
  await type(page, personal.getByRole('textbox', { name: 'Rent ($/month)' }), '2.2k');
  await expect(personal.getByText('7 months are missing')).toBeVisible();
}

/** Sections 1b and 2a, whose totals follow while amounts are typed. */
async function typeJobAndAccounts(page: Page): Promise<void> {
  const job = section(page, '1b Current Employment/Self-Employment and Income');
  await add(page, job, 'Add job');
  await page.keyboard.type('Golden State Instruments');
  await type(page, job.getByRole('textbox', { name: 'Position or Title' }), 'Field engineer');
  await type(page, job.getByRole('textbox', { name: 'Start Date' }), '08262022');
  await type(page, job.getByRole('textbox', { name: 'Base' }), '5,000.00');
  await type(page, job.getByRole('textbox', { name: 'Overtime' }), '250');
  await type(page, job.getByRole('textbox', { name: 'Other' }), '99.99');
  // The total follows while the amount is typed.
  await expect(job.getByText('Total, this job')).toContainText('Total, this job');
  await expect(job.getByText('$5,349.99', { exact: true })).toBeVisible();

  const otherIncome = section(page, '1e Income from Other Sources');
  await expect(otherIncome).toContainText('Alimony, child support, separate maintenance');
  const accounts = page.getByRole('region', { name: /^2a/ });
  await add(page, accounts, 'Add account');
  for (const [at, amount] of ['10k', '4,500', '500.50'].entries()) {
    const account = accounts
      .getByRole('group')
      .filter({ has: page.getByLabel('Cash or Market Value') })
      .nth(at);
    await choose(page, account.getByRole('combobox'), 'Che', 'CheckingAccount');
    await type(page, account.getByRole('textbox', { name: 'Account Number' }), `7788990${at}`);
    await type(page, account.getByRole('textbox', { name: 'Cash or Market Value' }), amount);
    if (at < 2) await page.keyboard.press('Control+Enter');
  }
  await expect(accounts.getByText('$15,000.50')).toBeVisible();
  await expect(accounts.getByText('•••• 9900')).toBeVisible();
}

/** Question C of section 5a. */
async function answerQuestions(page: Page): Promise<void> {
  // Y and N answer the questions. C reveals its amount only after Yes.
  const questions = section(page, '5a About this Property and Your Money for this Loan');
  const amountOfC = questions.getByRole('textbox', { name: 'If YES, what is the amount of this money?' });
  const questionC = questions.getByRole('group', { name: /^C\./ });
  await expect(amountOfC).toHaveCount(0);
  await tabTo(page, questionC.getByRole('radio').first());
  await page.keyboard.press('y');
  await type(page, amountOfC, '2,500');
  await tabTo(page, questionC.getByRole('radio', { name: 'Yes' }), 'Shift+Tab');
  await page.keyboard.press('n');
  await expect(amountOfC).toHaveCount(0);
}

test('Avery types a purchase of two borrowers by keyboard alone', {
  tag: ['@URLA-04', '@URLA-06', '@URLA-07', '@URLA-12', '@URLA-16', '@URLA-17', '@URLA-29', '@URLA-42'],
}, async ({ page, company }) => {
  test.setTimeout(180_000);
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', state: 'CA' });
  await openLoan(page, company.origin, id);
  await typePersonalInformation(page);
  await typeJobAndAccounts(page);
  const property = section(page, '4a Loan and Property Information');
  await type(page, property.getByRole('textbox', { name: 'Loan Amount' }), '450k');
  await type(page, property.getByRole('textbox', { name: 'Street' }), '2217 Alder Street');
  await type(page, property.getByRole('textbox', { name: 'Property Value' }), '562,500');

  await answerQuestions(page);

  const personal = section(page, '1a Personal Information');
  // The second borrower.
  await tabTo(page, page.getByRole('button', { name: 'Add borrower' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(personal.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await page.keyboard.type('Samuel');
  await type(page, personal.getByRole('textbox', { name: 'Last name' }), 'Whitaker');
  await page.keyboard.press('Tab');
  await expect(saveStatus(page)).toHaveText(/^Saved/);

  const job = section(page, '1b Current Employment/Self-Employment and Income');
  const accounts = page.getByRole('region', { name: /^2a/ });
  await page.reload();
  await expect(personal.getByRole('textbox', { name: 'Middle name' })).toHaveValue('Elena');
  await expect(personal.getByText('•••-••-1234')).toBeVisible();
  await expect(personal.getByText('••/••/••••')).toBeVisible();
  await expect(personal.getByRole('combobox', { name: 'Marital Status' })).toHaveValue('Married');
  await expect(personal.getByRole('textbox', { name: 'Dependents: Ages' })).toHaveValue('7, 12');
  await expect(personal.getByRole('textbox', { name: 'How Long at This Address?' })).toHaveValue('1y 5m');
  await expect(personal.getByRole('textbox', { name: 'Rent ($/month)' })).toHaveValue('2,200.00');
  await expect(job.getByRole('textbox', { name: 'Start Date' })).toHaveValue('08/26/2022');
  await expect(job.getByText('$5,349.99', { exact: true })).toBeVisible();
  await expect(accounts.getByText('$15,000.50')).toBeVisible();
  await expect(property.getByRole('textbox', { name: 'Loan Amount' })).toHaveValue('450,000.00');
  const [maya, samuel] = await borrowersOf(page, id);
  expect([maya?.jointWith, samuel?.jointWith]).toEqual([samuel?.id, maya?.id]);
  await personal.getByText('Samuel', { exact: true }).click();
  await expect(personal.getByRole('textbox', { name: 'Last name' })).toHaveValue('Whitaker');
  await expectAccessible(page);
});

test('borrowers are added, moved and removed with what only they own', { tag: ['@URLA-03', '@URLA-51'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', state: 'CA' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  const borrowers = section(page, 'Borrowers');
  await borrowers.getByRole('button', { name: 'Add borrower' }).click();
  await personal.getByRole('textbox', { name: 'First name' }).fill('Samuel');
  await personal.getByRole('textbox', { name: 'Last name' }).fill('Whitaker');
  // One joint group has one set of sections 2 and 3.
  const accounts = page.getByRole('region', { name: /^2a/ });
  await expect(accounts.getByRole('radio')).toHaveCount(0);
  await accounts.getByRole('button', { name: 'Add account' }).click();
  await accounts.getByRole('textbox', { name: 'Financial Institution' }).fill('Harbor Bank');
  await accounts.getByRole('checkbox', { name: 'Samuel' }).check();
  await accounts.getByRole('checkbox', { name: 'Maya' }).uncheck();

  const menu = async (name: string, item: string) => {
    await borrowers.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Samuel', 'Make primary borrower');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Samuel Whitaker');
  // Separate applicants have sections 2 and 3 of their own.
  await menu('Samuel', 'Apply separately');
  await accounts.getByRole('group', { name: 'Joint groups' }).getByText('Maya').click();
  await expect(accounts.getByRole('textbox', { name: 'Financial Institution' })).toHaveCount(0);

  await menu('Samuel', 'Remove Samuel');
  const dialog = page.getByRole('dialog', { name: 'Remove Samuel' });
  await expect(dialog).toContainText('Harbor Bank');
  await expectAccessibleDialog(page, 'features/loans/form/borrowers/remove-borrower-dialog');
  await dialog.getByRole('radio', { name: 'Move them to Maya' }).check();
  await dialog.getByRole('button', { name: 'Remove Samuel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Ortiz');
  await expect(accounts.getByRole('textbox', { name: 'Financial Institution' })).toHaveValue('Harbor Bank');
  expect((await borrowersOf(page, id)).map(({ firstName }) => firstName)).toEqual(['Maya']);
  // The last borrower can't be removed.
  await expect(borrowers.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
});

test('rows are removed, brought back and moved by keyboard', { tag: '@URLA-52' }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Noah', lastName: 'Kim' });
  await openLoan(page, company.origin, id);
  const debts = page.getByRole('region', { name: /^2c/ });
  const mark = debts.getByRole('checkbox', { name: 'Does not apply' });
  await mark.check();
  await debts.getByRole('button', { name: 'Add debt' }).click();
  // A row takes the mark back.
  await expect(mark).toHaveCount(0);
  const companies = debts.getByRole('textbox', { name: 'Company Name' });
  await companies.fill('Cal Coast CU');
  await page.keyboard.press('Control+Enter');
  await companies.nth(1).fill('Edfirst');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(companies.nth(0)).toHaveValue('Edfirst');
  await debts.getByRole('button', { name: 'Remove Edfirst' }).click();
  await expect(companies).toHaveCount(1);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(companies).toHaveCount(2);
  await expect(companies.nth(0)).toHaveValue('Edfirst');
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await page.reload();
  await expect(companies.nth(0)).toHaveValue('Edfirst');
  await expect(companies.nth(1)).toHaveValue('Cal Coast CU');
  await expect(mark).toHaveCount(0);
});

test('two people edit different fields without a question', { tag: ['@URLA-44'] }, async ({
  page,
  context,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Emma', lastName: 'Silva' });
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Omar Haddad');
  await openLoan(page, company.origin, id);
  await openLoan(other, company.origin, id);
  const field = (who: Page, name: string) => section(who, '1a Personal Information').getByRole('textbox', { name });
  await field(page, 'Middle name').fill('Rose');
  await field(other, 'Suffix').fill('Jr.');
  await page.keyboard.press('Tab');
  await other.keyboard.press('Tab');
  await expect(field(page, 'Suffix')).toHaveValue('Jr.', { timeout: 5_000 });
  await expect(field(other, 'Middle name')).toHaveValue('Rose', { timeout: 5_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  // Text being typed stays when the other user's change arrives.
  await field(page, 'First name').fill('Emm');
  await call(other, 'PATCH', `/api/loans/${id}/application`, [{ path: 'loan/noteRate', from: null, to: '6.125' }]);
  await expect(section(page, 'L3 Mortgage Loan Information').getByRole('textbox', { name: 'Note Rate' })).toHaveValue(
    '6.125%',
  );
  await expect(field(page, 'First name')).toHaveValue('Emm');
  await other.context().close();
});

test('edits without a connection are saved in order when it is back', { tag: ['@URLA-43'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Grace', lastName: 'Patel' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  const field = (name: string) => personal.getByRole('textbox', { name });
  // The page fetches the dialogs that it may need.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await field('Middle name').fill('Anne');
  await field('Suffix').fill('Sr.');
  await field('Home Phone').pressSequentially('4155550132');
  await field('Social Security Number').fill('219-09-1234');
  await field('Last name').fill('Patel-Ruiz');
  await page.keyboard.press('Tab');
  await expect(saveStatus(page)).toContainText('Not saved');
  await expect(personal.getByText('•••-••-1234')).toBeVisible();
  // Leaving would lose them.
  await page.getByRole('link', { name: 'Loan Center' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'No' }).click();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(/219-?09-?1234/);
  await page.context().setOffline(false);
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  const [grace] = await borrowersOf(page, id);
  expect(grace).toMatchObject({
    middleName: 'Anne',
    suffix: 'Sr.',
    homePhone: '4155550132',
    taxpayerIdentifierLastFour: '1234',
    lastName: 'Patel-Ruiz',
  });
});

test('section 8 keeps several answers, and shows them on request only', { tag: ['@URLA-33'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Ana', lastName: 'Ruiz' });
  await openLoan(page, company.origin, id);
  const demographics = section(page, '8 Demographic Information');
  await expect(demographics.getByRole('checkbox')).toHaveCount(0);
  await demographics.getByRole('button', { name: 'Show answers' }).click();
  // Nothing is chosen beforehand.
  await expect(demographics.getByRole('checkbox', { name: 'Hispanic or Latino', exact: true })).toBeVisible();
  await expect(demographics.getByRole('checkbox', { checked: true })).toHaveCount(0);
  const chosen = ['Hispanic or Latino', 'Mexican', 'Cuban', 'Asian', 'Filipino'];
  for (const name of chosen) await demographics.getByRole('checkbox', { name, exact: true }).check();
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await page.reload();
  await expect(demographics).toContainText('Answers given, sealed');
  await demographics.getByRole('button', { name: 'Show answers' }).click();
  for (const name of chosen) await expect(demographics.getByRole('checkbox', { name, exact: true })).toBeChecked();
});

test('two users see each other in the loan', { tag: ['@URLA-46'] }, async ({ page, context, company }) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Ava', lastName: 'Meyer' });
  await openLoan(page, company.origin, id);
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Omar Haddad');
  await openLoan(other, company.origin, id);
  const here = (who: Page) => who.getByRole('list', { name: 'Also in this loan' });
  await expect(here(page)).toContainText('Omar Haddad', { timeout: 5_000 });
  await expect(here(other)).toContainText('Avery Stone', { timeout: 5_000 });
  await other.context().close();
});

test('principal and interest is computed until an amount is typed', { tag: ['@URLA-39'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Ida', lastName: 'Nolan' });
  await openLoan(page, company.origin, id);
  await section(page, '4a Loan and Property Information').getByLabel('Loan Amount', { exact: true }).fill('300k');
  const terms = section(page, 'L3 Mortgage Loan Information');
  await terms.getByRole('textbox', { name: 'Note Rate' }).fill('4.25');
  await terms.getByRole('textbox', { name: 'Loan Term (months)' }).fill('360');
  const line = (name: string) => terms.getByRole('textbox', { name });
  await line("Homeowner's Insurance").fill('75');
  await line('Property Taxes').fill('165');
  await line('Association/Project Dues').fill('50');
  await line('Association/Project Dues').press('Tab');
  await expect(terms).toContainText('Computed: $1,475.82');
  await expect(terms).toContainText('Total$1,765.82');

  await line('First Mortgage (P & I)').fill('1500');
  await line('First Mortgage (P & I)').press('Tab');
  await expect(terms).toContainText('Overrides the computed $1,475.82');
  await expect(terms).toContainText('Total$1,790.00');
  await terms.getByRole('button', { name: 'Use computed' }).click();
  await expect(terms).toContainText('Total$1,765.82');
  await expect(line('First Mortgage (P & I)')).toHaveValue('');
});

test('states, rules and the six items change with each save', {
  tag: ['@URLA-02', '@URLA-41', '@URLA-47', '@URLA-48'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Ines', lastName: 'Okoye' });
  const [ines] = await borrowersOf(page, id);
  const [second, job, card] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const income = { kind: 'SocialSecurity', monthlyAmount: '5000' };
  const values: Record<string, unknown> = {
    'loan/baseAmount': '300000',
    'property/purchasePrice': '340000',
    'property/address/line': '1236 Main St',
    'property/address/city': 'Oakland',
    'property/address/state': 'CA',
    'property/address/postalCode': '94607',
    [`borrowers/${ines?.id}/taxpayerIdentifier`]: '219-09-1234',
    [`borrowers/${ines?.id}/incomes/${job}`]: { ...income, id: job },
    [`borrowers/${second}`]: { id: second, firstName: 'Theo', lastName: 'Okoye', incomes: [{ ...income, id: second }] },
    [`liabilities/${card}`]: {
      id: card,
      owners: [ines?.id],
      kind: 'Installment',
      creditor: 'Bay Motors',
      balance: '2700',
      monthlyPayment: '310',
      remainingMonths: 9,
    },
  };
  const changes = Object.entries(values).map(([path, to]) => ({ path, from: null, to }));
  expect((await call(page, 'PATCH', `/api/loans/${id}/application`, changes)).status).toBe(200);
  await openLoan(page, company.origin, id);

  // The second borrower's number is the sixth item.
  const received = section(page, 'Application received');
  await expect(received).toContainText('5 of 6');
  await page.getByRole('button', { name: /^Theo/ }).click();
  const number = section(page, '1a Personal Information').getByRole('textbox', { name: 'Social Security Number' });
  await number.fill('219-09-5678');
  await number.press('Tab');
  await expect(received).toContainText('6 of 6');
  await expect(received).toContainText(/Complete since \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M/);

  // A section becomes complete with its mark, without a reload.
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: /^2d/ })).toContainText('Empty');
  await section(page, '2d Other Liabilities and Expenses').getByRole('checkbox', { name: 'Does not apply' }).check();
  await expect(sections.getByRole('link', { name: /^2d/ })).toContainText('Complete');

  // A failed rule leads to its field.
  const rules = section(page, 'Rules');
  const dependents = section(page, '1a Personal Information').getByRole('textbox', { name: 'Dependents: Number' });
  await dependents.fill('2');
  await dependents.press('Tab');
  const entry = rules.getByRole('button', { name: /Enter one age per dependent/ });
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Dependents: Ages' })).toBeFocused();

  // The ratio names each debt with its treatment.
  const ratios = section(page, 'Ratios');
  await ratios.getByRole('button', { name: /Total debt/ }).click();
  await expect(ratios).toContainText('Bay Motors');
  await expect(ratios).toContainText('Left out: 9 payments');
});
