import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, type Company, companyWith, expect, test } from './support/company.ts';
import { pickUp } from './support/keyboard.ts';
import { createLoan, receivedLoan } from './support/loans.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Loans' });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const heads = (page: Page) => table(page).getByRole('columnheader').filter({ hasText: /./ });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' });

const usual = [
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
];

/** Three loans of Avery's, created once for the file. */
let isPrepared = false;
async function prepare(page: Page) {
  if (isPrepared) return;
  await createLoan(page, { firstName: 'Ada', lastName: 'Castro', state: 'CA' });
  await createLoan(page, { firstName: 'Ben', lastName: 'Ortega', state: 'OR' });
  await createLoan(page, { firstName: 'Cem', lastName: 'Castro', state: 'OR' });
  isPrepared = true;
}

async function open(page: Page, company: Company, query = '') {
  await page.goto(`${company.origin}/app/loans${query}`);
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeVisible();
}

/** Adds a condition with a value from a list. */
async function addChoice(page: Page, field: string, value: string, place?: string) {
  await page.getByRole('button', { name: 'Add filter' }).click();
  const form = page.getByRole('dialog', { name: 'Add filter' });
  await form.getByLabel('Field').selectOption(field);
  await form.getByRole('combobox', { name: 'Value' }).fill(value);
  await page.getByRole('option', { name: value, exact: true }).click();
  if (place) await form.getByLabel('Belongs to').selectOption(place);
  await form.getByRole('button', { name: 'Apply' }).click();
}

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await prepare(page);
});

test('a new user sees the default columns in order, and a phone shows two lines per loan', {
  tag: '@PIPE-01',
}, async ({ page }) => {
  const cove = await companyWith('usual', {});
  await cove.signIn(page, 'Avery Stone');
  await page.goto(`${cove.origin}/app/loans`);
  await receivedLoan(page, '2026-06-18');
  await open(page, cove);
  await expect(heads(page)).toHaveText(usual);
  // The stage's cell also shows the days in it.
  await expect(rows(page).first().getByRole('cell').nth(3)).toHaveText(/Application Started\s*0 d/);
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('region', { name: 'Loans' }).getByRole('listitem').first();
  await expect(card).toHaveText(/^Maya Ortiz\s*Application Started\s*\$300,000\D*06\/24\/2026$/);
  await expectNoSidewaysScroll(page, 390);
});

test('the loans don’t move when the views and the totals above them load', async ({ page, company }) => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(
    (url) => ['/api/views', '/api/loans/stage-totals'].includes(url.pathname),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.goto(`${company.origin}/app/loans`);
  await expect(rows(page).first()).toBeVisible();
  const top = async () => (await table(page).boundingBox())?.y ?? Number.NaN;
  const before = await top();
  const sums = page.getByRole('button', { name: /^All stages/ });
  await expect(sums).toHaveCount(0);
  release();
  await expect(sums).toBeVisible();
  await expect(tabs(page)).toBeVisible();
  // To half a pixel.
  expect(await top()).toBeCloseTo(before, 0);
});

test('the default columns fit in a window of 1440 pixels', async ({ page, company }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, company);
  await expect(heads(page).last()).toHaveText('Next deadline');
  await expect(heads(page).last()).toBeInViewport({ ratio: 1 });
});

test('columns are added, moved, widened and frozen, stay so, and are reset', { tag: '@PIPE-02' }, async ({
  page,
  company,
}) => {
  await open(page, company);
  await page.getByRole('button', { name: 'Columns' }).click();
  const editor = page.getByRole('dialog', { name: 'Columns' });
  await editor.getByRole('button', { name: 'Show State' }).click();
  await expect(heads(page)).toHaveText([...usual, 'State']);
  await expectAccessible(page);

  // By keyboard to the first position, then another one by mouse.
  await editor.getByRole('button', { name: 'Move State' }).focus();
  await pickUp(page);
  for (let place = usual.length; place > 0; place -= 1) {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`State is ${place} of ${usual.length + 1}.`)).toBeAttached();
  }
  await page.keyboard.press('Space');
  await expect(heads(page)).toHaveText(['State', ...usual]);
  await editor.getByRole('button', { name: 'Move Number' }).hover();
  await page.mouse.down();
  const target = await editor.getByRole('button', { name: 'Move State' }).boundingBox();
  if (!target) throw new Error('no handle');
  await page.mouse.move(target.x + 5, target.y + 2, { steps: 8 });
  await page.mouse.up();
  await expect(heads(page).first()).toHaveText('Number');
  // By a button.
  await editor.getByRole('button', { name: 'One place up: State' }).click();
  await expect(heads(page).first()).toHaveText('State');
  await editor.getByRole('button', { name: 'One place up: Number' }).click();
  await expect(heads(page).first()).toHaveText('Number');

  await editor.getByRole('button', { name: 'Freeze column Number' }).click();
  await editor.getByRole('textbox', { name: 'Width of Number' }).fill('200');
  await editor.getByRole('textbox', { name: 'Width of Number' }).press('Enter');
  await editor.getByRole('button', { name: 'Hide Rate' }).click();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  const edge = table(page).getByRole('slider', { name: 'Width of Number' });
  await expect(edge).toHaveAttribute('aria-valuenow', '200');
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '216');

  await page.reload();
  await expect(heads(page)).toHaveText([
    'Number',
    'State',
    ...usual.filter((head) => !['Number', 'Rate'].includes(head)),
  ]);
  await expect(edge).toHaveAttribute('aria-valuenow', '216');
  const first = heads(page).first();
  const left = (await first.boundingBox())?.x;
  await page
    .locator('[aria-busy]')
    .filter({ has: table(page) })
    .evaluate((scroller) => scroller.scrollBy(300, 0));
  expect(Math.abs(((await first.boundingBox())?.x ?? 0) - (left ?? 0))).toBeLessThan(40);

  // A view stores its columns. Another view has its own.
  await page.getByRole('button', { name: 'Save as my view' }).click();
  await page.getByRole('dialog', { name: 'Save as my view' }).getByRole('textbox', { name: 'Name' }).fill('By number');
  await page.keyboard.press('Enter');
  await expect(tabs(page).getByRole('link', { name: 'By number' })).toHaveAttribute('aria-current', 'page');
  await tabs(page).getByRole('link', { name: 'My active loans' }).click();
  await expect(heads(page)).toHaveText(usual);
  await tabs(page).getByRole('link', { name: 'By number' }).click();
  await expect(heads(page).first()).toHaveText('Number');
  await expect(edge).toHaveAttribute('aria-valuenow', '216');

  await page.getByRole('button', { name: 'Columns' }).click();
  await editor.getByRole('button', { name: 'Reset columns' }).click();
  await expect(heads(page)).toHaveText(usual);
});

test('conditions are shown in words, match all or any, and can form one group', async ({ page, company }) => {
  await open(page, company);
  await addChoice(page, 'State', 'Oregon');
  await expect(rows(page)).toHaveCount(2);
  await expect(chips(page)).toContainText('State·OR');
  await expectAccessible(page);

  // By keyboard alone.
  await page.getByRole('button', { name: 'Add filter' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add filter' });
  await expect(form.getByLabel('Field')).toBeFocused();
  await form.getByLabel('Field').selectOption('Borrower');
  await form.getByRole('textbox', { name: 'Value' }).fill('castro');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Cem Castro');
  await expect(chips(page)).toContainText('Borrower·contains “castro”');
  await page.getByRole('button', { name: 'Match: All of' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Match: Any of' })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Remove Borrower' }).click();
  await addChoice(page, 'Purpose', 'Refinance', 'A nested group');
  await addChoice(page, 'State', 'California', 'A nested group');
  await expect(page.getByRole('button', { name: 'Match: All of' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  // A press on a condition edits it.
  await chips(page).getByRole('button', { name: 'State: OR' }).click();
  const edited = page.getByRole('dialog', { name: 'State: OR' });
  await edited.getByLabel('Condition').selectOption('is not');
  await edited.getByRole('combobox', { name: 'Value' }).fill('Oregon');
  await page.getByRole('option', { name: 'Oregon' }).click();
  await edited.getByRole('button', { name: 'Apply' }).click();
  await expect(chips(page)).toContainText('State·not OR');
  await expect(rows(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page, 390);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).not.toHaveURL(/filter=/);
});

test('a published view appears for another user, who saves his changes as his own view', { tag: '@PIPE-03' }, async ({
  page,
  context,
  company,
}) => {
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await open(grace, company);
  for (const name of [
    'My active loans',
    'Closing this month',
    'Locks expiring',
    'Overdue deadlines',
    'Adverse',
    'Funded this quarter',
  ]) {
    await expect(tabs(grace).getByRole('link', { name, exact: true })).toBeVisible();
  }
  await addChoice(grace, 'State', 'Oregon');
  await grace.getByRole('button', { name: 'Borrower' }).click();
  await grace.getByRole('button', { name: 'Save as my view' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Save as my view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Oregon desk');
  await dialog.getByRole('radio', { name: 'The company' }).check();
  await expectAccessible(grace);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(tabs(grace).getByRole('link', { name: 'Oregon desk' })).toHaveAttribute('aria-current', 'page');

  await open(page, company);
  await tabs(page).getByRole('link', { name: 'Oregon desk' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(heads(page).filter({ hasText: 'Borrower' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('button', { name: 'Save as my view' })).toBeHidden();
  await addChoice(page, 'Purpose', 'Purchase');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Save as my view' }).click();
  const mine = page.getByRole('dialog', { name: 'Save as my view' });
  await expect(mine.getByRole('radio')).toHaveCount(0);
  await mine.getByRole('textbox', { name: 'Name' }).fill('Oregon purchases');
  await page.keyboard.press('Enter');
  await expect(tabs(page).getByRole('link', { name: 'Oregon purchases' })).toHaveAttribute('aria-current', 'page');
  // The published view is unchanged.
  await tabs(page).getByRole('link', { name: 'Oregon desk' }).click();
  await expect(chips(page).getByRole('button', { name: /^Remove/ })).toHaveCount(1);

  // The user's own view is changed, renamed and removed.
  await tabs(page).getByRole('link', { name: 'Oregon purchases' }).click();
  await page.getByRole('button', { name: 'Remove State' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'More for Oregon purchases' }).click();
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Purchases');
  await page.keyboard.press('Enter');
  await expect(tabs(page).getByRole('link', { name: 'Purchases', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More for Purchases' }).click();
  await page.getByRole('menuitem', { name: 'Delete view…' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(tabs(page).getByRole('link', { name: 'Purchases', exact: true })).toBeHidden();
  await expect(tabs(page).getByRole('link', { name: 'All loans' })).toHaveAttribute('aria-current', 'page');
});

test('a view’s address shows a colleague his own loans', { tag: '@PIPE-04' }, async ({ page, context, company }) => {
  await open(page, company);
  await addChoice(page, 'State', 'Oregon');
  await expect(rows(page)).toHaveCount(2);
  const priya = await anotherBrowser(context);
  await company.signIn(priya, 'Priya Nguyen');
  await createLoan(priya, { firstName: 'Dora', lastName: 'Ito', state: 'OR' });
  await createLoan(priya, { firstName: 'Edith', lastName: 'Ito', state: 'CA' });
  await priya.goto(page.url());
  await expect(chips(priya)).toContainText('State·OR');
  await expect(rows(priya)).toHaveCount(1);
  await expect(rows(priya)).toContainText('Dora Ito');

  await tabs(page).getByRole('link', { name: 'My active loans' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(/saved=mine/);
  await priya.goto(page.url());
  await expect(tabs(priya).getByRole('link', { name: 'My active loans' })).toHaveAttribute('aria-current', 'page');
  await expect(rows(priya)).toHaveCount(2);
  await expect(rows(priya).first()).toContainText('Ito');
});
