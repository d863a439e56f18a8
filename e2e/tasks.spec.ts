import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, companyWith, expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { pickUp } from './support/keyboard.ts';
import { call, createLead, createLoan } from './support/loans.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const badge = (page: Page) => main(page).getByTitle('Due today or overdue');
const rows = (page: Page) => page.getByRole('table', { name: 'Tasks' }).locator('tbody').getByRole('row');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog').last();
const tray = (page: Page) => page.getByRole('region', { name: 'Docked dialogs' });
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
/** A date as it is typed and shown, such as 11/20/2026. */
const typed = (isoDay: string) => `${isoDay.slice(5, 7)}/${isoDay.slice(8)}/${isoDay.slice(0, 4)}`;

/** The signed-in user's membership id. */
async function membership(page: Page): Promise<number> {
  const { json } = await call(page, 'GET', '/api/users/me');
  return (json as { activeUser: { WizeUserOrgUnitId: number } }).activeUser.WizeUserOrgUnitId;
}

async function makeTask(page: Page, body: Record<string, unknown>): Promise<void> {
  expect((await call(page, 'POST', '/api/tasks', body)).status).toBe(201);
}

test('tasks are created, found, completed and deleted', {
  tag: ['@TASK-01', '@TASK-09', '@TASK-10', '@NAV-02', '@SHELL-11'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await main(page).getByRole('link', { name: 'Tasks' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/tasks`);
  await expect(page).toHaveTitle(/^Tasks \| /);
  await expect(page.getByRole('heading', { name: 'No open tasks' })).toBeVisible();
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });

  await page.getByRole('main').getByRole('button', { name: 'New Task' }).first().click();
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page).getByText('Title is required')).toBeVisible();
  await dialog(page).getByLabel('Title').fill('Order the appraisal');
  await dialog(page).getByRole('combobox', { name: 'Loan' }).fill('maya');
  await page.getByRole('option', { name: /Maya Ortiz/ }).click();
  const due = typed(inDays(-3));
  await dialog(page).getByLabel('Due date').fill(due);
  await dialog(page).getByLabel('Description').fill('Ask for a rush.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(toasts(page).getByText('Task Created', { exact: true })).toBeVisible();
  await expect(toasts(page).getByText('Task "Order the appraisal" has been created', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(`Overdue ${due}`);

  await makeTask(page, { title: 'Nobody has this yet' });
  await page.getByRole('radiogroup', { name: 'Which tasks' }).getByText('Unassigned', { exact: true }).click();
  await expect(rows(page)).toHaveText([/Nobody has this yet/]);
  await page.getByText('Overdue', { exact: true }).click();
  await expect(rows(page)).toHaveText([/Order the appraisal/]);
  await page.getByText('By loan', { exact: true }).click();
  await expect(rows(page)).toHaveText([/Maya Ortiz.*Order the appraisal/]);
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('payoff');
  await expect(page.getByRole('heading', { name: 'No tasks match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter', exact: true }).click();
  await expectAccessible(page);

  await page.getByText('Mine', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Mark "Order the appraisal" as done' }).click();
  await expect(page.getByRole('heading', { name: 'No open tasks' })).toBeVisible();
  await page.getByRole('main').getByText('Done', { exact: true }).click();
  await expect(rows(page)).toHaveText([/Order the appraisal/]);
  await page.getByRole('link', { name: 'Order the appraisal' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Ask for a rush.');
  await expect(dialog(page)).toContainText('Done by Avery Stone');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page).getByText('Task Deleted', { exact: true })).toBeVisible();
  await expect(
    toasts(page).getByText('Task "Order the appraisal" has been deleted successfully', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No completed tasks' })).toBeVisible();

  // A list that fails to load shows an error and can be retried.
  await answerWith(page, '/api/tasks', 500, { code: 'LWAPI10500', message: 'The service is busy.' });
  await page.getByRole('radiogroup', { name: 'Which tasks' }).getByText('Unassigned', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tasks could not be loaded' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('To do', { exact: true }).click();
  await expect(rows(page)).toHaveText([/Nobody has this yet/]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list').getByRole('link', { name: /Nobody has this yet/ })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
});

test('the header counts due tasks and updates when a colleague assigns one', {
  tag: ['@NAV-24', '@NAV-25', '@NAV-26', '@TASK-03', '@TASK-05'],
}, async ({ page, context }) => {
  const company = await companyWith('busy', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(badge(page)).toHaveText('0');
  await expect(main(page)).toContainText('0 tasks assigned to me');
  const color = () => badge(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  const neutral = await color();
  const avery = await membership(page);

  const colleague = await anotherBrowser(context);
  await company.signIn(colleague, 'Beth Sullivan');
  await colleague.goto(`${company.origin}/app/loans`);
  await makeTask(colleague, { title: 'Call the title company', dueDate: inDays(0), assigneeId: avery });
  await expect(badge(page)).toHaveText('1');
  await expect(main(page)).toContainText('1 tasks assigned to me');
  await expect(toasts(page)).toContainText('Task "Call the title company" has been created');
  expect(await color()).not.toBe(neutral);
  const danger = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--kt-danger)';
    const { color: alert } = getComputedStyle(probe);
    probe.remove();
    return alert;
  });
  expect(await color()).toBe(danger);
  // Tasks due later count only in the line.
  await makeTask(colleague, { title: 'Some day', assigneeId: avery });
  await expect(main(page)).toContainText('2 tasks assigned to me');
  await expect(badge(page)).toHaveText('1');
  await expectAccessible(page);

  await page.goto('about:blank');
  for (let n = 2; n <= 100; n += 1) {
    await makeTask(colleague, { title: `Task ${n}`, dueDate: inDays(-1), assigneeId: avery });
  }
  await colleague.context().close();
  await page.goto(`${company.origin}/app/loans`);
  await expect(badge(page)).toHaveText('99+');
  await expect(main(page)).toContainText('99+ tasks assigned to me');
});

test('tasks of a loan and a lead are on their pages', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  const panel = page.getByRole('region', { name: 'Tasks', exact: true });
  await expect(panel).toContainText('No open tasks.');
  await panel.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Loan' })).toHaveValue('Maya Ortiz');
  await dialog(page).getByLabel('Title').fill('Pull credit');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(panel.getByRole('list', { name: 'Tasks' })).toContainText('Pull credit');
  await panel.getByRole('checkbox', { name: 'Mark "Pull credit" as done' }).click();
  await expect(panel).toContainText('No open tasks.');
  await panel.getByRole('button', { name: 'Done (1)' }).click();
  await expect(panel.getByRole('list', { name: 'Done' })).toContainText('Pull credit');

  const lead = await createLead(page, { firstName: 'Tess', lastName: 'Calloway' });
  await page.goto(`${company.origin}/app/leads/${lead.id}`);
  await panel.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Lead' })).toHaveValue('Tess Calloway');
  await dialog(page).getByLabel('Title').fill('Call Tess');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(panel.getByRole('list', { name: 'Tasks' })).toContainText('Call Tess');
  await expectAccessible(page);
});

test('task dialogs are docked and reopened with their content', {
  tag: ['@DOCK-01', '@DOCK-03', '@DOCK-04', '@DOCK-05', '@DOCK-06', '@DOCK-08', '@DOCK-09', '@DOCK-10', '@DOCK-11'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const begin = async (title: string) => {
    await tray(page).getByRole('button', { name: 'Add New Task' }).click();
    await dialog(page).getByLabel('Title').fill(title);
    await dialog(page).getByRole('button', { name: 'Dock' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await begin('Order the appraisal');
  const dock = tray(page).getByRole('button', { name: /^Tasks: / });
  await expect(dock).toHaveAccessibleName('Tasks: 1 docked');
  await expect(dock).toContainText('1');

  // A docked dialog survives navigation and scrolling without a question.
  await main(page).getByRole('link', { name: 'Leads' }).click();
  await expect(page).toHaveURL(/\/app\/leads/);
  await page.goBack();
  const corner = await tray(page).boundingBox();
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    window.scrollTo(0, 1500);
  });
  expect(await tray(page).boundingBox()).toEqual(corner);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  expect(size.width - ((corner?.x ?? 0) + (corner?.width ?? 0))).toBeLessThan(40);
  expect(size.height - ((corner?.y ?? 0) + (corner?.height ?? 0))).toBeLessThan(40);

  // A single docked dialog opens directly.
  await dock.click();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Order the appraisal');
  await dialog(page).getByRole('button', { name: 'Dock' }).click();

  // Several are listed, each with title, icon and close button.
  await begin('Call the title company');
  await dock.click();
  const list = page.getByRole('list', { name: 'Tasks', exact: true });
  await expect(list.getByRole('listitem')).toHaveText(['Order the appraisal', 'Call the title company']);
  await expect(list.getByRole('listitem').first().locator('svg').first()).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Close Call the title company' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question).toContainText('There are unsaved changes. Are you sure you want to continue?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(dock).toHaveAccessibleName('Tasks: 2 docked');
  if (!(await list.isVisible())) await dock.click();
  await list.getByRole('button', { name: 'Close Call the title company' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dock).toHaveAccessibleName('Tasks: 1 docked');

  // Signing out would lose them, so it asks first.
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await signOut();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toHaveCount(0);
  await expect(dock).toHaveAccessibleName('Tasks: 1 docked');

  // A long list scrolls.
  for (let n = 0; n < 9; n++) await begin(`Task ${n}`);
  const low = 300;
  await page.setViewportSize({ width: size.width, height: low });
  await dock.click();
  const box = list.locator('xpath=..');
  const { height, scrolls } = await box.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    scrolls: element.scrollHeight > element.clientHeight,
  }));
  expect(height).toBeLessThanOrEqual(low * 0.87 + 1);
  expect(scrolls).toBe(true);
  // By keyboard, because the list still moves after the window was resized.
  await list.getByRole('button', { name: 'Order the appraisal', exact: true }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(toasts(page)).toContainText('Task "Order the appraisal" has been created');
  await expect(dock).toHaveAccessibleName('Tasks: 9 docked');

  await page.setViewportSize(size);
  await signOut();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
});

test('a task that waits for another is gray and starts automatically', { tag: ['@AUTO-15'] }, async ({
  page,
  context,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/tasks`);
  const avery = await membership(page);
  const { json } = await call(page, 'POST', '/api/tasks', { title: 'Order appraisal', assigneeId: avery });
  const first = json as { id: number; version: number };
  await makeTask(page, { title: 'Review appraisal', assigneeId: avery, afterTaskId: first.id });
  await expect(page.getByText('Mine', { exact: true })).toBeVisible();
  for (const view of ['My team', 'Unassigned', 'Overdue', 'By loan', 'Mine']) {
    const views = page.getByRole('radiogroup', { name: 'Which tasks' });
    await views.getByText(view, { exact: true }).click();
    // A press on the view that is still selected would do nothing.
    await expect(views.getByRole('radio', { name: view, exact: true })).toBeChecked();
  }
  const waiting = rows(page).filter({ hasText: 'Review appraisal' });
  await expect(waiting).toContainText('after Order appraisal');
  await expect(waiting.getByRole('checkbox')).toBeDisabled();
  const colorOf = (title: string) =>
    page.getByRole('link', { name: title }).evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf('Review appraisal')).not.toBe(await colorOf('Order appraisal'));
  await expectAccessible(page);

  // A colleague completes the first task, and the next one starts here without a reload.
  const colleague = await anotherBrowser(context);
  await company.signIn(colleague, 'Beth Sullivan');
  await colleague.goto(`${company.origin}/app/loans`);
  const done = await call(colleague, 'PATCH', `/api/tasks/${first.id}`, { status: 'DONE' }, first.version);
  expect(done.status).toBe(200);
  await expect(waiting).not.toContainText('after Order appraisal');
  await expect(waiting.getByRole('checkbox')).toBeEnabled();
  await colleague.context().close();
});

test('a task is due relative to the loan, assigned to a role, recurs and has a checklist', async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await call(page, 'PUT', `/api/loans/${id}/closing-date`, { from: null, closingOn: '2030-12-02' });
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  const panel = page.getByRole('region', { name: 'Tasks', exact: true });
  await panel.getByRole('button', { name: 'Add task' }).click();
  await dialog(page).getByLabel('Title').fill('Send the CD');
  await dialog(page).getByText('By the loan').click();
  await dialog(page).getByText('Role on the loan').click();
  await dialog(page).getByRole('textbox', { name: 'Add to checklist' }).fill('Check the fees');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: 'Check the fees' })).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  // Three business days before closing, without Thanksgiving. The loan has no processor yet.
  await expect(panel.getByRole('listitem')).toContainText('11/26/2030');
  await expect(panel.getByRole('listitem')).toContainText('Avery Stone');
  await call(page, 'PUT', `/api/loans/${id}/closing-date`, { from: '2030-12-02', closingOn: '2030-12-05' });
  await expect(panel.getByRole('listitem')).toContainText('12/02/2030');

  await panel.getByRole('button', { name: 'Send the CD' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Check the fees' }).check();
  await dialog(page).getByRole('combobox', { name: 'Repeats' }).click();
  await page.getByRole('option', { name: 'Weeks' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('checkbox', { name: 'Mark "Send the CD" as done' }).click();
  await expect(panel.getByRole('button', { name: 'Done (1)' })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Tasks' }).getByRole('listitem')).toContainText('12/09/2030');
});

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

test('users comment on a task and delete their comments', async ({ page, context, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/tasks`);
  const colleague = await anotherBrowser(context);
  await company.signIn(colleague, 'Priya Nguyen');
  await colleague.goto(`${company.origin}/app/tasks?view=TEAM`);
  const priya = await membership(colleague);
  const { json } = await call(page, 'POST', '/api/tasks', { title: 'Ask Maya for a day', assigneeId: priya });
  const { id } = json as { id: number };

  await page.goto(`${company.origin}/app/tasks?view=TEAM&task=${id}`);
  const comments = page.getByRole('region', { name: /comment/i });
  const items = comments.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect(comments).toContainText('No comments yet.');
  await comments.getByRole('textbox', { name: 'Add a comment' }).fill('Maya is home until noon.');
  await page.keyboard.press('Control+Enter');
  await expect(items).toHaveText([/Avery Stone.*Maya is home until noon\./]);
  await expect(comments.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('');

  // Priya follows the notification and answers.
  await colleague.goto(`${company.origin}/app/tasks?task=${id}`);
  const hers = colleague.getByRole('region', { name: /comment/i });
  await expect(hers.getByRole('listitem')).toHaveText([/Avery Stone.*Maya is home until noon\./]);
  await expect(hers.getByRole('button', { name: /^(Edit|Delete) "/ })).toHaveCount(0);
  await hers.getByRole('textbox', { name: 'Add a comment' }).fill('Tomorrow then');
  await hers.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(items).toHaveText([/Maya is home/, /Priya Nguyen.*Tomorrow then/]);
  await expect(comments.getByRole('heading', { name: '2 comments' })).toBeVisible();

  await comments.getByRole('button', { name: 'Edit "Maya is home until noon."' }).click();
  const edited = comments.getByRole('textbox', { name: 'Edited comment' });
  await expect(edited).toBeFocused();
  await edited.fill('Never mind');
  await page.keyboard.press('Escape');
  await expect(items.first()).toContainText('Maya is home until noon.');
  await comments.getByRole('button', { name: 'Edit "Maya is home until noon."' }).click();
  await edited.fill('Maya is home until one.');
  await page.keyboard.press('Control+Enter');
  await expect(items.first()).toContainText('edited');
  await expect(hers.getByRole('listitem').first()).toContainText('Maya is home until one.');
  await expectAccessible(page);
  await comments.getByRole('button', { name: 'Delete "Maya is home until one."' }).click();
  await page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete' }).click();
  await expect(items.first()).toHaveText(/Avery Stone deleted a comment/);
  await expect(hers.getByRole('listitem').first()).toHaveText(/Avery Stone deleted a comment/);
  await colleague.context().close();

  // An unsent comment isn't lost by closing the dialog.
  await comments.getByRole('textbox', { name: 'Add a comment' }).fill('One more thing');
  await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'No' }).click();
  await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Save' }).click();
  const row = rows(page).filter({ hasText: 'Ask Maya for a day' });
  await expect(row.getByRole('img', { name: '2 comments' })).toBeVisible();
});

test('tasks are shown on a board by due date and in a calendar', async ({ page }) => {
  const company = await companyWith('days', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/tasks`);
  const avery = await membership(page);
  const mine = (title: string, days: number | null) =>
    makeTask(page, { title, assigneeId: avery, ...(days === null ? {} : { dueDate: inDays(days) }) });
  await mine('Call the title company', -2);
  await mine('Order the appraisal', 0);
  await mine('Some day', null);
  await page.getByRole('radiogroup', { name: 'Show as' }).getByTitle('Board').click();
  await expect(page).toHaveURL(/as=board/);
  const column = (name: string) =>
    page.getByRole('region', { name: 'Board' }).getByRole('region', { name: new RegExp(`^${name}`) });
  await expect(column('Overdue')).toContainText('Call the title company');
  await expect(column('Today').getByRole('heading')).toHaveText('Today1');
  await expect(column('Later')).toContainText('Some day');
  await expectAccessible(page);

  // Dragged by mouse, moved by keyboard, completed by a menu.
  await page.getByRole('button', { name: 'Move Call the title company', exact: true }).hover();
  await page.mouse.down();
  const target = await column('Next 7 days').boundingBox();
  if (!target) throw new Error('no column');
  await page.mouse.move(target.x + 40, target.y + 90, { steps: 8 });
  await page.mouse.up();
  await expect(column('Next 7 days')).toContainText('Call the title company');
  await expect(column('Overdue').getByRole('heading')).toHaveText('Overdue0');
  await page.getByRole('button', { name: 'Move Some day', exact: true }).focus();
  await pickUp(page);
  await expect(page.getByText('Some day is over Later.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Some day is over Next 7 days.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(column('Next 7 days').getByRole('heading')).toHaveText('Next 7 days2');
  await page.getByRole('button', { name: 'Move Order the appraisal to…' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await expect(column('Done')).toContainText('Order the appraisal');
  await expect(column('Today').getByRole('heading')).toHaveText('Today0');

  // A refused move is reverted with a reason.
  const found = (await call(page, 'GET', '/api/tasks?view=MINE&string=some')).json as { rows: { id: number }[] };
  const message = 'Beth Sullivan has changed this task meanwhile.';
  await answerWith(page, `/api/tasks/${found.rows[0]?.id}`, 409, { code: 'LWREC10409', message });
  await page.getByRole('button', { name: 'Move Some day to…' }).click();
  await page.getByRole('menuitem', { name: 'Today' }).click();
  await expect(toasts(page)).toContainText(`"Some day" was not moved${message}`);
  await expect(column('Next 7 days').getByRole('heading')).toHaveText('Next 7 days2');
  await page.unrouteAll();

  // The calendar shows how many tasks don't fit, and a day opens with all of them.
  for (let n = 1; n <= 5; n += 1) await mine(`Task ${n}`, 0);
  await page.getByRole('radiogroup', { name: 'Show as' }).getByTitle('Calendar').click();
  const today = page.getByRole('gridcell', { selected: true });
  await expect(today).toHaveAttribute('aria-current', 'date');
  await expect(today.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await today.getByRole('button', { name: '+2 more' }).click();
  const opened = page.getByRole('dialog');
  await expect(opened.getByRole('listitem')).toHaveCount(5);
  await opened.getByRole('button', { name: 'Close' }).last().click();

  // Arrow keys move between days and months, and Enter opens a day.
  await today.focus();
  // At typing speed: the next key applies to the new day, even before it is rendered.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('No tasks due on this day.');
  await expect(page).toHaveURL(new RegExp(`on=${inDays(1)}`));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { selected: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Week', { exact: true }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(7);

  // Dragged to another day of the week, or of the previous week if today is its first day.
  const day = new Date(`${inDays(0)}T12:00:00Z`).getUTCDay();
  const other = page.locator(`[data-day="${inDays(day === 0 ? 1 : -1)}"]`);
  const place = await other.boundingBox();
  await page.getByRole('button', { name: 'Task 5', exact: true }).hover();
  await page.mouse.down();
  await page.mouse.move((place?.x ?? 0) + 40, (place?.y ?? 0) + 60, { steps: 8 });
  await page.mouse.up();
  await expect(other.getByRole('button', { name: 'Task 5', exact: true })).toBeVisible();
  // The page shows the new day before the server has it.
  const kept = async () => {
    const { json } = await call(page, 'GET', '/api/tasks?view=MINE&string=task%205');
    return (json as { rows: { dueDate: string }[] }).rows[0]?.dueDate;
  };
  await expect.poll(kept).toBe(inDays(day === 0 ? 1 : -1));

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('heading', { name: /· Today$/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
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
  await page.getByRole('button', { name: 'Edit Loan and Property Information' }).click();
  for (const [field, choice] of [
    ['Property usage', 'Investment'],
    ['Appraisal waiver', 'Yes'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: choice }).first().click();
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Loan and Property Information' })).toBeVisible();
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
