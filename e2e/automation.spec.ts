import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { anotherBrowser, companyWith, expect, test } from './support/company.ts';
import { call, createLoan } from './support/loans.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const badge = (page: Page) => main(page).getByTitle('Due today or overdue');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog').last();
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
/** A date as it is typed and shown, such as 11/20/2026. */
const typed = (isoDay: string) => `${isoDay.slice(5, 7)}/${isoDay.slice(8)}/${isoDay.slice(0, 4)}`;

test('templates are edited in the settings and added to a loan on its page', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/task-templates`);
  const templates = page.getByRole('table', { name: 'Task templates' });
  await expect(templates.getByRole('row').filter({ hasText: 'Send LE' })).toContainText(
    'When the Loan Estimate is due',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New Template' }).click();
  await dialog(page).getByLabel('Title').fill('Wire instructions');
  await dialog(page).getByLabel('Text').fill('Call about {borrower.nickname}.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('There is no tag {borrower.nickname} (character 12)')).toBeVisible();
  await dialog(page).getByLabel('Text').fill('Call ');
  await dialog(page).getByRole('button', { name: 'Insert tag' }).click();
  await page.getByRole('menuitem', { name: "Borrower's first name" }).click();
  await expect(dialog(page).getByLabel('Text')).toHaveValue('Call {borrower.firstName}');
  await expect(dialog(page).getByRole('figure', { name: 'With a sample loan' })).toContainText('Call Maya');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('"Wire instructions" was saved');
  await expect(templates.getByRole('row').filter({ hasText: 'Wire instructions' })).toBeVisible();

  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const { id } = await createLoan(page, { firstName: 'Tess', lastName: 'Calloway' });
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  const panel = page.getByRole('region', { name: 'Tasks', exact: true });
  await panel.getByRole('button', { name: 'From templates' }).click();
  await dialog(page).getByRole('textbox', { name: 'Search templates' }).fill('i');
  await dialog(page).getByRole('checkbox', { name: 'Wire instructions' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Pull credit' }).check();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Create 2 tasks' }).click();
  await expect(toasts(page)).toContainText('2 tasks have been created');
  await expect(panel.getByRole('list', { name: 'Tasks' }).getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Wire instructions' }).click();
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Call Tess');
});

test('Enter completes a value in a field for several values', { tag: ['@CONST-04'] }, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/task-templates`);
  await page.getByRole('button', { name: 'New Template' }).click();
  await dialog(page).getByLabel('Title').fill('Closing package');
  const values = ['Deed, signed', 'Note'];
  for (const name of ['Checklist', 'Documents']) {
    const field = dialog(page).getByRole('combobox', { name }).or(dialog(page).getByRole('textbox', { name }));
    for (const value of values) {
      await field.pressSequentially(value);
      // A comma is part of the value. Only Enter completes it.
      await expect(field).toHaveValue(value);
      await field.press('Enter');
      await expect(field).toHaveValue('');
    }
  }
  for (const value of values) await expect(dialog(page).getByText(value, { exact: true })).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('"Closing package" was saved');
  type Template = { title: string; checklist: unknown[]; documents: unknown[] };
  const { rows } = (await call(page, 'GET', '/api/task-templates')).json as { rows: Template[] };
  const saved = rows.find(({ title }) => title === 'Closing package');
  expect(saved?.documents).toEqual(values);
  expect(JSON.stringify(saved?.checklist)).toContain(JSON.stringify(values[0]));
});

test('tasks created by rules are summed up once, by rule, for fifteen seconds', {
  tag: ['@TASK-11', '@TASK-12'],
}, async ({ page, context, company }) => {
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await grace.goto(`${company.origin}/app/settings/automation`);
  await expect(grace.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
  for (const [name, templates] of [
    ['Welcome', ['Pull credit', 'Run AUS']],
    ['First quote', ['Price and quote']],
  ] as const) {
    await grace.getByRole('button', { name: 'New Rule' }).click();
    await dialog(grace).getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog(grace).getByRole('combobox', { name: 'When' }).click();
    await grace.getByRole('option', { name: 'a loan is created' }).click();
    for (const template of templates) {
      await dialog(grace).getByRole('combobox', { name: 'Create tasks' }).fill(template);
      await grace.getByRole('option', { name: template }).click();
    }
    await dialog(grace).getByRole('textbox', { name: 'Name' }).click();
    await expectAccessible(grace);
    await dialog(grace).getByRole('button', { name: 'Save' }).click();
    await expect(toasts(grace)).toContainText(`"${name}" was saved`);
  }
  const rules = grace.getByRole('table', { name: 'Automation' });
  await expect(rules.getByRole('row').filter({ hasText: 'Welcome' })).toContainText(
    'When a loan is created, create Pull credit and Run AUS',
  );
  await expectAccessible(grace);

  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(badge(page)).toBeVisible();
  await page.clock.install();
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  const summary = toasts(page).getByText('System Warning', { exact: true });
  await expect(summary).toHaveCount(1);
  await expect(toasts(page)).toContainText('Welcome: Created 2 task(s)');
  await expect(toasts(page)).toContainText('First quote: Created 1 task(s)');
  await expect(toasts(page).getByText('Task Created', { exact: true })).toHaveCount(0);
  // Other toasts stay for eight seconds.
  await page.clock.fastForward(10_000);
  await expect(summary).toBeVisible();
  await page.clock.fastForward(6_000);
  await expect(summary).toHaveCount(0);
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  const panel = page.getByRole('region', { name: 'Tasks', exact: true });
  await expect(panel.getByRole('list', { name: 'Tasks' }).getByRole('listitem')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Price and quote' }).click();
  await expect(dialog(page)).toContainText('Created by the rule First quote');
  await grace.reload();
  await expect(rules.getByRole('row').filter({ hasText: 'Welcome' })).toContainText('2');
  await grace.getByRole('button', { name: 'Welcome' }).click();
  await expect(dialog(grace).getByRole('region', { name: 'History' })).toContainText('Version 1');
  await grace.context().close();
});

/** Limits a rule to purchases. */
async function addPurchase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add condition' }).click();
  const form = page.getByRole('dialog', { name: 'Add condition' });
  await form.getByLabel('Field').selectOption('Purpose');
  await form.getByRole('combobox', { name: 'Value' }).fill('Purchase');
  await form.getByRole('option', { name: 'Purchase', exact: true }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form).toHaveCount(0);
}

test('a rule blocks a loan until the missing items are added in the dialog', { tag: ['@AUTO-05'] }, async ({
  page,
  context,
}) => {
  const company = await companyWith('held', {});
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await grace.goto(`${company.origin}/app/settings/automation`);
  await expect(grace.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
  const { json } = await call(grace, 'GET', '/api/task-templates');
  const payoff = (json as { rows: { id: number; title: string }[] }).rows.find(({ title }) => title === 'Order payoff');
  const refinances = { match: 'all', conditions: [{ field: 'purpose', operator: 'is', values: ['Refinance'] }] };
  await call(grace, 'POST', '/api/automation-rules', {
    ruleName: 'Order payoff',
    isActive: true,
    trigger: { kind: 'CREATED' },
    conditions: refinances,
    actions: [{ kind: 'CREATE_TASKS', templateIds: [payoff?.id] }],
  });
  await grace.getByRole('button', { name: 'New Rule' }).click();
  const choose = async (field: string, ...options: string[]) => {
    for (const option of options) {
      await dialog(grace).getByRole('combobox', { name: field }).fill(option);
      await grace.getByRole('option', { name: option }).click();
    }
    await dialog(grace).getByRole('textbox', { name: 'Name' }).click();
  };
  await dialog(grace).getByRole('textbox', { name: 'Name' }).fill('Complete');
  await choose('Stages', 'Loan Setup');
  await addPurchase(grace);
  await dialog(grace).getByRole('button', { name: 'Add action' }).click();
  await grace.getByRole('menuitem', { name: 'Block the stage change' }).click();
  await dialog(grace).getByRole('button', { name: 'Remove Create tasks' }).click();
  await choose('Until these fields are filled', 'Rate', 'Closing');
  await choose('Until these tasks are done', 'Pull credit');
  await dialog(grace).getByRole('textbox', { name: 'Until this is confirmed' }).fill('The borrower agrees');
  await expectAccessible(grace);
  await dialog(grace).getByRole('button', { name: 'Save' }).click();
  await expect(
    grace.getByRole('table', { name: 'Automation' }).getByRole('row').filter({ hasText: 'Complete' }),
  ).toContainText(
    'When a loan enters Loan Setup, if Purpose is Purchase, block it until Rate and Closing are filled, “Pull credit” is done and ' +
      '“The borrower agrees” is confirmed',
  );
  await grace.context().close();

  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(badge(page)).toBeVisible();
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  await expect(page.getByRole('list', { name: 'Automation' })).toHaveText(/Order payoff: not run, Purpose is Purchase/);
  await page.getByRole('button', { name: 'Stage: Application Started' }).click();
  await page.getByRole('menuitem', { name: 'Loan Setup' }).click();
  const held = page.getByRole('dialog', { name: 'Can’t move to Loan Setup yet' });
  await expect(held).toContainText('Rule “Complete” requires:');
  await expectAccessible(page);
  await held.getByRole('textbox', { name: 'Closing' }).fill(typed(inDays(30)));
  await held.getByRole('textbox', { name: 'Rate' }).fill('6.5%');
  await held.getByRole('checkbox', { name: 'Pull credit' }).check();
  await held.getByRole('button', { name: 'Move' }).click();
  await expect(held).toContainText('Still missing items.');
  await expect(held.getByRole('textbox')).toHaveCount(0);
  await expect(held.getByRole('checkbox')).toHaveCount(1);
  await held.getByRole('checkbox', { name: 'The borrower agrees' }).check();
  await held.getByRole('button', { name: 'Move' }).click();
  await expect(toasts(page)).toContainText('Moved to Loan Setup');
  await expect(page.getByRole('button', { name: 'Stage: Loan Setup' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tasks', exact: true })).toContainText('Done (1)');
  const given = (await call(page, 'GET', `/api/loans/${id}/application`)).json as {
    application: { loan: { noteRate: string } };
  };
  expect(given.application.loan.noteRate).toBe('6.500');
});

test('a rule runs in test mode for some days and keeps its log when activated', {
  tag: ['@AUTO-08', '@AUTO-09'],
}, async ({ page, context }) => {
  const company = await companyWith('tried', {});
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await grace.goto(`${company.origin}/app/settings/automation`);
  await grace.getByRole('button', { name: 'New Rule' }).click();
  await dialog(grace).getByRole('textbox', { name: 'Name' }).fill('Welcome');
  await dialog(grace).getByRole('combobox', { name: 'When' }).click();
  await grace.getByRole('option', { name: 'a loan is created' }).click();
  await addPurchase(grace);
  await dialog(grace).getByRole('combobox', { name: 'Create tasks' }).fill('Pull credit');
  await grace.getByRole('option', { name: 'Pull credit' }).click();
  await dialog(grace).getByRole('textbox', { name: 'Name' }).click();
  await dialog(grace).getByText('Test', { exact: true }).click();
  const until = typed(inDays(20));
  await dialog(grace).getByRole('textbox', { name: 'Test until' }).fill(until);
  await dialog(grace).getByRole('textbox', { name: 'Name' }).click();
  await expectAccessible(grace);
  await dialog(grace).getByRole('button', { name: 'Save' }).click();
  const row = grace.getByRole('table', { name: 'Automation' }).getByRole('row').filter({ hasText: 'Welcome' });
  await expect(row).toContainText(`Test until ${until}`);

  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(badge(page)).toBeVisible();
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await createLoan(page, { firstName: 'Ben', lastName: 'Archer', purpose: 'Refinance' });
  const log = dialog(grace).getByRole('region', { name: 'Log' });
  await expect(async () => {
    await grace.reload();
    await grace.getByRole('button', { name: 'Welcome' }).click();
    await expect(log.getByRole('listitem')).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(log.getByRole('listitem')).toHaveText([
    /^Ben Archer: not run, Purpose is Refinance/,
    /^Maya Ortiz: would create Pull credit/,
  ]);
  const { json } = await call(page, 'GET', `/api/tasks?LoanId=${id}`);
  expect((json as { rows: unknown[] }).rows).toEqual([]);
  await dialog(grace).getByText('On', { exact: true }).click();
  await dialog(grace).getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('Test until');
  await grace.getByRole('button', { name: 'Welcome' }).click();
  await expect(log.getByRole('listitem')).toHaveCount(2);
  const dryRun = dialog(grace).getByRole('region', { name: 'Past 90 days' });
  await dryRun.getByRole('button', { name: 'Preview' }).click();
  await expect(dryRun).toContainText('2 events, 1 loan, 1 task');
  await expect(dryRun.getByRole('listitem')).toHaveText([/^Maya Ortiz: would create Pull credit/]);
  await expectAccessible(grace);
  await grace.context().close();
});

test('a rule waits for a field, and the loan shows which condition was not met', { tag: ['@AUTO-12'] }, async ({
  page,
  context,
}) => {
  const company = await companyWith('waived', {});
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await grace.goto(`${company.origin}/app/settings/automation`);
  await grace.getByRole('button', { name: 'New Rule' }).click();
  await dialog(grace).getByRole('textbox', { name: 'Name' }).fill('Order appraisal');
  await dialog(grace).getByRole('combobox', { name: 'When' }).click();
  await grace.getByRole('option', { name: 'a field of a loan changes' }).click();
  const choose = async (field: string, option: string) => {
    await dialog(grace).getByRole('combobox', { name: field }).fill(option);
    await grace.getByRole('option', { name: option, exact: true }).click();
    await dialog(grace).getByRole('textbox', { name: 'Name' }).click();
  };
  await choose('Fields', 'Occupancy');
  await grace.getByRole('button', { name: 'Add condition' }).click();
  const form = grace.getByRole('dialog', { name: 'Add condition' });
  await form.getByLabel('Field').selectOption('Appraisal waiver');
  await form.getByLabel('Condition').selectOption('is not');
  await form.getByRole('combobox', { name: 'Value' }).fill('Yes');
  await form.getByRole('option', { name: 'Yes', exact: true }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  await choose('Create tasks', 'Order appraisal');
  await expectAccessible(grace);
  await dialog(grace).getByRole('button', { name: 'Save' }).click();
  const rules = grace.getByRole('table', { name: 'Automation' });
  await expect(rules.getByRole('row').filter({ hasText: 'Order appraisal' })).toContainText(
    'When Occupancy changes, if Appraisal waiver is not Yes, create Order appraisal',
  );
  await grace.getByRole('button', { name: 'New Rule' }).click();
  await dialog(grace).getByRole('textbox', { name: 'Name' }).fill('Investor');
  await dialog(grace).getByRole('combobox', { name: 'When' }).click();
  await grace.getByRole('option', { name: 'a field of a loan changes' }).click();
  await choose('Fields', 'Occupancy');
  for (const action of ['Set a field', 'Notify the team']) {
    await dialog(grace).getByRole('button', { name: 'Add action' }).click();
    await grace.getByRole('menuitem', { name: action }).click();
  }
  await dialog(grace).getByRole('button', { name: 'Remove Create tasks' }).click();
  const set = dialog(grace).getByRole('region', { name: 'Set a field' });
  await set.getByRole('combobox', { name: 'Field' }).click();
  await grace.getByRole('option', { name: 'Mortgage type' }).click();
  await set.getByRole('combobox', { name: 'Value' }).click();
  await grace.getByRole('option', { name: 'Conventional' }).click();
  await choose('Recipients', 'Loan Officer');
  await dialog(grace).getByRole('textbox', { name: 'Message' }).fill('Price it again');
  await expectAccessible(grace);
  await dialog(grace).getByRole('button', { name: 'Save' }).click();
  await expect(rules.getByRole('row').filter({ hasText: 'Investor' })).toContainText(
    'When Occupancy changes, set Mortgage type to Conventional; notify Loan Officer',
  );
  await grace.context().close();

  await company.signIn(page, 'Avery Stone');
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${id}/loan-info`);
  const property = page.getByRole('region', { name: '4a Loan and Property Information' });
  await property.getByRole('combobox', { name: 'Appraisal waived' }).selectOption('Yes');
  await property.getByRole('combobox', { name: 'Occupancy' }).selectOption('Investment Property');
  await expect(page.getByRole('complementary', { name: 'State of the application' }).getByRole('status')).toHaveText(
    /^Saved/,
  );
  const runs = page.getByRole('list', { name: 'Automation' });
  await expect(async () => {
    await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
    await expect(runs.getByRole('listitem')).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(runs.getByRole('listitem')).toHaveText([
    /^Order appraisal: not run, Appraisal waiver is Yes.*Occupancy changed/,
    /^Investor: set Mortgage type to Conventional; notified Loan Officer.*Occupancy changed/,
  ]);
  await expectAccessible(page);
});
