import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { pickUp } from './support/keyboard.ts';
import { call, createLoan, receivedLoan } from './support/loans.ts';

type Stage = { id: number; kind: string };

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
const column = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Board' }).getByRole('region', { name: new RegExp(`^${name}`) });
const stagesOf = async (page: Page) =>
  ((await call(page, 'GET', '/api/lookups/data')).json as { loanStages: Stage[] }).loanStages;

/** Creates a loan with an amount at a stage. */
async function loanAt(page: Page, name: string, kind: string, amount: string): Promise<number> {
  const [firstName = '', lastName = ''] = name.split(' ');
  const { id } = await createLoan(page, { firstName, lastName });
  await call(page, 'PATCH', `/api/loans/${id}/application`, [{ path: 'loan/baseAmount', from: null, to: amount }]);
  const stages = await stagesOf(page);
  const stage = (of: string) => stages.find((one) => one.kind === of)?.id;
  await call(page, 'PUT', `/api/loans/${id}/stage`, { from: stage('ApplicationStarted'), stageId: stage(kind) });
  return id;
}

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('the header sums up the pipeline by stage, and a press filters the list', { tag: '@PIPE-07' }, async ({
  page,
  company,
}) => {
  await loanAt(page, 'Ada Headley', 'LoanSetup', '250000');
  await loanAt(page, 'Bea Headley', 'LoanSetup', '150000.50');
  await loanAt(page, 'Cem Headley', 'ClearToClose', '600000');
  await page.goto(`${company.origin}/app/loans?string=headley`);
  const head = page.getByRole('list', { name: 'Loans by stage' }).getByRole('button');
  await expect(head).toHaveText(['All stages3 $1,000,000.50', 'Loan Setup2 $400,000.50', 'Clear to Close1 $600,000']);
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('Showing 1-3 of 3')).toBeVisible();
  await head.filter({ hasText: 'Loan Setup' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/stage=\d+/);
  await expect(head.filter({ hasText: 'Loan Setup' })).toHaveAttribute('aria-pressed', 'true');
  // The other stages stay visible, so that the user can switch between them.
  await expect(head).toHaveCount(3);
  await head.filter({ hasText: 'Loan Setup' }).click();
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
});

test('a column of the board shows 25 cards, and more on scrolling', {
  tag: '@PIPE-08',
}, async ({ page, company }) => {
  await call(page, 'GET', '/api/users/me');
  for (let made = 1; made <= 27; made += 1) await createLoan(page, { firstName: `Kim${made}`, lastName: 'Longlist' });
  await page.goto(`${company.origin}/app/loans?string=longlist&view=board`);
  const started = column(page, 'Application Started');
  await expect(started.getByRole('heading')).toContainText('27');
  await expect(started.getByRole('listitem')).toHaveCount(25);
  await started.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(started.getByRole('listitem')).toHaveCount(27);
  await expect(started.getByRole('button', { name: 'More at Application Started' })).toBeHidden();
});

test('loans move on the board by mouse, arrow keys and menu, and return with a reason if refused', async ({
  page,
  context,
  company,
}) => {
  await loanAt(page, 'Quincy Boardman', 'LoanSetup', '250000');
  const locked = await loanAt(page, 'Rosa Boardman', 'LoanSetup', '300000');
  await page.goto(`${company.origin}/app/loans?string=boardman`);
  await page.getByText('Board', { exact: true }).click();
  const setup = column(page, 'Loan Setup');
  await expect(setup.getByRole('heading')).toContainText('2 · $550,000');
  await expectAccessible(page);

  const card = page.getByRole('button', { name: 'Move Quincy Boardman', exact: true });
  await card.hover();
  await page.mouse.down();
  const target = await column(page, 'Pre-Approved').boundingBox();
  if (!target) throw new Error('no column');
  await page.mouse.move(target.x + 40, target.y + 90, { steps: 8 });
  await page.mouse.up();
  await expect(column(page, 'Pre-Approved').getByRole('link', { name: 'Quincy Boardman' })).toBeVisible();
  await expect(setup.getByRole('heading')).toContainText('1 · $300,000');

  await card.focus();
  await pickUp(page);
  await expect(page.getByText('Quincy Boardman is over Pre-Approved.')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Quincy Boardman is over Loan Setup.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(setup.getByRole('link', { name: 'Quincy Boardman' })).toBeVisible();

  // Withdrawal asks for a reason, as on the loan's own page.
  await page.getByRole('button', { name: 'Move Quincy Boardman to…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Withdrawn' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to Withdrawn' });
  await dialog.getByRole('textbox', { name: 'In your own words' }).fill('Bought with cash');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Quincy Boardman' })).toBeHidden();

  const beth = await anotherBrowser(context);
  await company.signIn(beth, 'Beth Sullivan');
  await call(beth, 'POST', `/api/loans/${locked}/lock`, {});
  await page.getByRole('button', { name: 'Move Rosa Boardman', exact: true }).focus();
  await pickUp(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Rosa Boardman is over Disclosures Sent.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(toast(page, 'This Loan is currently Read-Only.')).toBeVisible();
  await expect(setup.getByRole('link', { name: 'Rosa Boardman' })).toBeVisible();
});

test('many loans are moved at once after a preview, and undone except those changed since', {
  tag: '@PIPE-13',
}, async ({ page, company }) => {
  await loanAt(page, 'Ada Bulkley', 'LoanSetup', '250000');
  const bea = await loanAt(page, 'Bea Bulkley', 'LoanSetup', '150000');
  const cem = await loanAt(page, 'Cem Bulkley', 'LoanSetup', '600000');
  const stages = await stagesOf(page);
  const stage = (kind: string) => stages.find((one) => one.kind === kind)?.id;
  const ended = { from: stage('LoanSetup'), stageId: stage('Withdrawn'), reason: 'Moved abroad' };
  await call(page, 'PUT', `/api/loans/${cem}/stage`, ended);
  await page.goto(`${company.origin}/app/loans?string=bulkley`);
  for (const name of ['Ada', 'Bea', 'Cem']) {
    await page.getByRole('checkbox', { name: `Select ${name} Bulkley` }).check();
  }
  const bar = page.getByRole('region', { name: 'Selected loans' });
  await expect(bar.getByRole('status')).toHaveText('3 loans selected');
  await bar.getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'Docs Out' }).click();
  const preview = page.getByRole('dialog', { name: 'Move to Docs Out' });
  await expect(preview).toContainText('2 will change, 1 is refused.');
  await expect(preview.getByRole('list', { name: 'Refused' })).toContainText('Withdrawn loans are read-only.');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Change 2 loans' }).click();
  await expect(bar.getByRole('status')).toHaveText('2 loans changed.');
  await expect(page.getByRole('table').getByText('Docs Out')).toHaveCount(2);

  await call(page, 'PATCH', `/api/loans/${bea}/application`, [{ path: 'loan/noteRate', from: null, to: '6.5' }]);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar.getByRole('status')).toHaveText(
    'Restored 1 loan. Not restored (changed since): Bea Bulkley: Avery Stone changed the application.',
  );
  await expect(page.getByRole('table').getByText('Docs Out')).toHaveCount(1);
});

test('a loan that can’t be funded yet returns to its column, and the board names what is missing', {
  tag: '@PIPE-09',
}, async ({ page, company }) => {
  const id = await receivedLoan(page, '2026-06-01');
  await call(page, 'PATCH', `/api/loans/${id}/application`, [
    { path: 'loan/purpose', from: 'Purchase', to: 'Refinance' },
    { path: 'property/appraisedValue', from: null, to: '400000.00' },
  ]);
  for (const [kind, on, manner] of [
    ['LoanEstimate', '2026-06-02', 'InPerson'],
    ['ClosingDisclosure', '2026-06-26', 'InPerson'],
    ['Closing', '2026-07-02'],
  ]) {
    await call(page, 'POST', `/api/loans/${id}/clock-acts`, { kind, on, ...(manner && { manner }) });
  }
  await page.goto(`${company.origin}/app/loans?string=ortiz&view=board`);
  const started = column(page, 'Application Started');
  await expect(started.getByRole('link', { name: 'Maya Ortiz' })).toBeVisible();
  await page.getByRole('button', { name: 'Move Maya Ortiz to…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Funded' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to Funded' });
  const day = dialog.getByRole('textbox', { name: 'Funded on' });
  await day.fill('07/07/2026');
  await day.press('Tab');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('midnight of Tue 07/07/2026');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(started.getByRole('link', { name: 'Maya Ortiz' })).toBeVisible();
  await expect(column(page, 'Funded').getByRole('listitem')).toHaveCount(0);
});

test('cards are sorted by deadline', { tag: '@PIPE-08' }, async ({ page, company }) => {
  const name = { firstName: 'Maya', lastName: 'Duemann' };
  const due = await receivedLoan(page, '2026-06-18');
  const borrower = (
    (await call(page, 'GET', `/api/loans/${due}/application`)).json as { application: { borrowers: { id: string }[] } }
  ).application.borrowers[0]?.id;
  const rename = { path: `borrowers/${borrower}/lastName`, from: 'Ortiz', to: name.lastName };
  await call(page, 'PATCH', `/api/loans/${due}/application`, [rename]);
  for (const firstName of ['Ben', 'Zoe']) await createLoan(page, { firstName, lastName: name.lastName });
  await page.goto(`${company.origin}/app/loans?string=duemann&view=board`);
  const cards = column(page, 'Application Started').getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText('Maya Duemann');
  await expect(cards.first()).toContainText('06/24/2026');
});

test('a bulk update can also be undone from the user menu', async ({ page, company }) => {
  for (const firstName of ['Ada', 'Bea']) await createLoan(page, { firstName, lastName: 'Recently' });
  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/loans?string=recently`);
  for (const firstName of ['Ada', 'Bea']) {
    await page.getByRole('checkbox', { name: `Select ${firstName} Recently` }).check();
  }
  const bar = page.getByRole('region', { name: 'Selected loans' });
  await bar.getByRole('combobox', { name: 'Assign processor' }).click();
  await page.getByRole('option', { name: 'Paul Okafor' }).click();
  const preview = page.getByRole('dialog', { name: 'Assign processor Paul Okafor' });
  await expect(preview).toContainText('2 will change, 0 are refused.');
  await preview.getByRole('button', { name: 'Change 2 loans' }).click();
  await expect(bar.getByRole('status')).toHaveText('2 loans changed.');

  await page.reload();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Recent bulk changes' }).click();
  const acts = page.getByRole('dialog', { name: 'Recent bulk changes' });
  await expect(acts.getByRole('listitem').first()).toContainText('Assign processor Paul Okafor2 loans');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await acts.getByRole('button', { name: 'Undo: Assign processor Paul Okafor' }).focus();
  await page.keyboard.press('Enter');
  await expect(acts.getByRole('status')).toHaveText('Restored 2 loans.');
  await expect(acts.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});

/** Creates loans with this last name, twenty at a time. */
async function loansOf(page: Page, lastName: string, count: number): Promise<{ id: number }[]> {
  const made: { id: number }[] = [];
  while (made.length < count) {
    const next = Array.from({ length: Math.min(20, count - made.length) }, (_, n) => `Kim${made.length + n + 1}`);
    made.push(...(await Promise.all(next.map((firstName) => createLoan(page, { firstName, lastName })))));
  }
  return made;
}

test('fifty loans are moved at once, and undone except the two changed since', {
  tag: '@PIPE-12',
}, async ({ page, context, company }) => {
  test.slow();
  const [first, second] = await loansOf(page, 'Fifty', 50);
  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/loans?string=fifty`);
  const bar = page.getByRole('region', { name: 'Selected loans' });
  await page.getByRole('checkbox', { name: 'Select all loans on this page' }).check();
  await expect(bar.getByRole('status')).toHaveText('25 loans selected');
  await page
    .getByRole('checkbox', { name: /^Select Kim/ })
    .first()
    .uncheck();
  await expect(bar.getByRole('status')).toHaveText('24 loans selected');
  await expect(bar.getByRole('button', { name: 'Select all 50 matches' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all loans on this page' }).check();
  await bar.getByRole('button', { name: 'Select all 50 matches' }).click();
  await expect(bar.getByRole('status')).toHaveText('50 loans selected');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Showing 26-50 of 50')).toBeVisible();
  await expect(bar.getByRole('status')).toHaveText('50 loans selected');
  await expectAccessible(page);
  await bar.getByRole('combobox', { name: 'Assign processor' }).click();
  await page.getByRole('option', { name: 'Paul Okafor' }).click();
  const preview = page.getByRole('dialog', { name: 'Assign processor Paul Okafor' });
  await expect(preview).toContainText('50 will change, 0 are refused.');
  await preview.getByRole('button', { name: 'Change 50 loans' }).click();
  await expect(bar.getByRole('status')).toHaveText('50 loans changed.');

  const avery = await anotherBrowser(context);
  await company.signIn(avery, 'Avery Stone');
  await avery.goto(`${company.origin}/app/leads`);
  await call(avery, 'PATCH', `/api/loans/${first?.id}/application`, [{ path: 'loan/noteRate', from: null, to: '6.5' }]);
  const stages = await stagesOf(avery);
  const stage = (kind: string) => stages.find((one) => one.kind === kind)?.id;
  const moved = { from: stage('ApplicationStarted'), stageId: stage('LoanSetup') };
  await call(avery, 'PUT', `/api/loans/${second?.id}/stage`, moved);
  await avery.context().close();
  await bar.getByRole('button', { name: 'Undo' }).click();
  const status = bar.getByRole('status');
  await expect(status).toContainText('Restored 48 loans. Not restored (changed since): ');
  await expect(status).toContainText('Kim1 Fifty: Avery Stone changed the application');
  await expect(status).toContainText('Kim2 Fifty: Avery Stone changed the stage');
  await expect(bar.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a bulk update of more than a hundred loans runs in the background and shows its progress', {
  tag: '@PIPE-11',
}, async ({ page, company }) => {
  test.slow();
  await loansOf(page, 'Many', 120);
  await page.goto(`${company.origin}/app/loans?string=many`);
  const bar = page.getByRole('region', { name: 'Selected loans' });
  await page.getByRole('checkbox', { name: 'Select all loans on this page' }).check();
  await bar.getByRole('button', { name: 'Select all 120 matches' }).click();
  await expect(bar.getByRole('status')).toHaveText('120 loans selected');
  // A loan that matches later isn't changed.
  const late = await createLoan(page, { firstName: 'Lena', lastName: 'Many' });
  await bar.getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'Loan Setup' }).click();
  const preview = page.getByRole('dialog', { name: 'Move to Loan Setup' });
  await expect(preview).toContainText('120 will change, 0 are refused.');
  await preview.getByRole('button', { name: 'Change 120 loans' }).click();
  await expect(bar.getByRole('status')).toHaveText(/^Changing 120 loans: \d+ done\.$/);
  await expect(bar.getByRole('status')).toHaveText('120 loans changed.', { timeout: 30_000 });
  const stageOf = async (id: number) =>
    ((await call(page, 'GET', `/api/loans/${id}`)).json as { stage: Stage }).stage.kind;
  expect(await stageOf(late.id)).toBe('ApplicationStarted');
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar.getByRole('status')).toHaveText('Restored 120 loans.', { timeout: 30_000 });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Recent bulk changes' }).click();
  const acts = page.getByRole('dialog', { name: 'Recent bulk changes' });
  await expect(acts.getByRole('listitem').first()).toContainText('Move to Loan Setup120 loans');
  await expect(acts.getByRole('listitem').first()).toContainText('Restored 120 loans.');
});
