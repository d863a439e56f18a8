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
