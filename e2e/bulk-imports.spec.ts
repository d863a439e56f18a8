import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  aimless,
  aimlessFile,
  type Batch,
  batchOf,
  brokenFile,
  loanFile,
  lose,
  ownMembership,
  setUpBatch,
} from './support/bulk.ts';
import { expect, test } from './support/company.ts';
import { answerWith, changeAnswer } from './support/failures.ts';
import { call } from './support/loans.ts';

const notice = 'You cannot add more loans when import is in progress';
const latest = '/api/bulk-imports/latest';

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import MISMO 3.4 File' });
const files = (dialog: Locator) => dialog.getByRole('table', { name: 'Files of this import' });
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const toast = (page: Page, text: string) => notifications(page).getByText(text, { exact: true });
const plus = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Create' });
const spinner = (page: Page) => plus(page).locator('.mantine-Loader-root');
const pathOf = (url: string) => new URL(url).pathname;

/** Collects the requests for a batch by its id. */
function polls(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const path = pathOf(request.url());
    if (request.method() === 'GET' && /^\/api\/bulk-imports\/[0-9a-f-]{36}$/.test(path)) seen.push(path);
  });
  return seen;
}

/** Paths requested by the current document only. */
const askedByThisPage = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));

/** Stops the page's clock. Afterwards the test advances it. */
const stopTheClock = (page: Page) => page.clock.pauseAt(Date.now() + 500);

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('several files become a batch, and each file becomes a loan', {
  tag: ['@smoke', '@BULK-01', '@BULK-15', '@BULK-30'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await plus(page).click();
  await page.getByRole('menuitem', { name: 'MISMO 3.4 Import' }).click();
  const dialog = importDialog(page);
  await dialog.getByRole('radio', { name: 'Active' }).click();
  await dialog.getByLabel('Choose file').setInputFiles([loanFile('Ames'), loanFile('Boyd'), brokenFile]);
  const table = files(dialog);
  await expect(table.getByRole('columnheader')).toHaveText(['File name', 'Status', 'Error', '']);
  await expect(table.getByRole('row', { name: /broken\.xml/ })).toContainText('Not MISMO 3.4');
  await expect(dialog.getByText('2 of 3 files ready to import')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove broken.xml' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: 'Cancel Import' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Start Import' }).click();
  await expect(toast(page, 'Loans Import Successful')).toBeVisible();
  await expect(toast(page, '2 Loan(s) imported successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  for (const name of ['Casey Ames', 'Casey Boyd']) {
    await expect(page.getByRole('main').getByRole('row', { name: new RegExp(name) })).toBeVisible();
  }
});

test('a prepared batch is shown again after a reload, and a single file opens its loan', {
  tag: ['@BULK-09', '@BULK-10', '@BULK-14', '@BULK-23'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/leads`);
  const batch = await setUpBatch(page, [loanFile('Cole')]);
  const asked = page.waitForRequest((request) => pathOf(request.url()) === latest);
  await page.reload();
  await asked;
  const dialog = importDialog(page);
  await expect(files(dialog).getByRole('row', { name: /Cole\.xml/ })).toContainText('Waiting');
  await expect(dialog.getByRole('button', { name: 'Remove Cole.xml' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel Import' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Start Import' }).click();
  await expect(page).toHaveURL(/\/app\/loans\/\d+\/loan-info$/);
  await expect(dialog).toHaveCount(0);
  const over = (await call(page, 'GET', `/api/bulk-imports/${batch._id}`)).json as Batch;
  expect(pathOf(page.url())).toBe(`/app/loans/${over.MismoImportBatchItems[0]?.LoanId}/loan-info`);

  // A batch discarded before its start isn't shown again.
  await setUpBatch(page, [loanFile('Dunn')]);
  await page.reload();
  await dialog.getByRole('button', { name: 'Cancel Import' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(dialog).toHaveCount(0);
});

test('one loan that the user may not open closes the dialog', {
  tag: ['@BULK-13'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/leads`);
  const avery = await ownMembership(page);
  // An assistant imports for an officer and isn't on the team.
  await company.signIn(page, 'Jamie Lin');
  await page.goto(`${company.origin}/app/leads`);
  const batch = await setUpBatch(page, [loanFile('Ellis')], avery);
  await page.reload();
  const dialog = importDialog(page);
  await dialog.getByRole('button', { name: 'Start Import' }).click();
  await expect(toast(page, 'Loans Import Successful')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(pathOf(page.url())).toBe('/app/leads');
  const [only] = ((await call(page, 'GET', `/api/bulk-imports/${batch._id}`)).json as Batch).MismoImportBatchItems;
  expect((await call(page, 'GET', `/api/loans/${only?.LoanId}`)).status).toBe(404);
});

test('failed files stay visible and can be retried and downloaded', {
  tag: ['@BULK-15', '@BULK-28', '@BULK-29'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/leads`);
  const { stored } = await setUpBatch(page, [loanFile('Ford'), loanFile('Gray'), loanFile('Hart')]);
  await lose(stored.get('Ford.xml'));
  await page.reload();
  const dialog = importDialog(page);
  await dialog.getByRole('button', { name: 'Start Import' }).click();
  await expect(toast(page, 'Some loans import failed')).toBeVisible();
  await expect(toast(page, '1/3 loans could not be imported')).toBeVisible();
  const ford = files(dialog).getByRole('row', { name: /Ford\.xml/ });
  await expect(ford).toContainText('Failed');
  await expect(ford).toContainText('This file is not here any more. Please upload it again.');
  await expect(dialog.getByText('2 of 3 files imported')).toBeVisible();
  await expect(files(dialog).getByRole('link', { name: /^Loan #\d+$/ })).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Download Failed Files' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('a batch without any success shows an error', { tag: ['@BULK-27'] }, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await setUpBatch(page, [brokenFile, aimlessFile('Ives')]);
  await page.reload();
  await importDialog(page).getByRole('button', { name: 'Start Import' }).click();
  await expect(toast(page, 'Loans import failed')).toBeVisible();
  await expect(toast(page, '2/2 loans could not be imported')).toBeVisible();
});

for (const end of ['COMPLETED', 'CANCELLED']) {
  test(`a running import is polled after a reload, every three seconds, until it is ${end}`, {
    tag: ['@BULK-12', '@BULK-20', '@BULK-21', '@BULK-22', '@PLUS-08'],
  }, async ({ page, company }) => {
    await page.clock.install();
    const seen = polls(page);
    let now = batchOf('IN_PROGRESS', 'DONE', 'PROCESSING', 'PENDING');
    await answerWith(page, latest, 200, now);
    await page.route(
      (url) => url.pathname === `/api/bulk-imports/${now._id}`,
      (route) => route.fulfill({ json: now }),
    );
    const answered = () => page.waitForResponse((answer) => pathOf(answer.url()) === `/api/bulk-imports/${now._id}`);
    // The first request is immediate.
    const first = answered();
    await page.goto(`${company.origin}/app/loans`);
    await first;
    await stopTheClock(page);
    expect(seen).toHaveLength(1);
    // Later requests follow every three seconds. The page receives a response some event loop turns after it has ended,
    // and counts from then.
    const pass = async (steps: number, until = Infinity) => {
      for (let step = 0; seen.length < until && step < steps; step += 1) {
        await page.clock.runFor(100);
        await page.evaluate(() => document.title);
      }
    };
    const second = answered();
    await pass(40, 2);
    await (await second).finished();
    await pass(25);
    expect(seen).toHaveLength(2);
    let next = answered();
    await pass(10, 3);
    await (await next).finished();
    expect(seen).toHaveLength(3);

    now = batchOf(end, 'DONE', 'DONE', end === 'COMPLETED' ? 'DONE' : 'CANCELLED');
    next = answered();
    await pass(40, 4);
    await (await next).finished();
    await pass(5);
    const count = seen.length;
    await page.clock.runFor(30_000);
    expect(seen).toHaveLength(count);
    await expect(spinner(page)).toHaveCount(0);
    await plus(page).click();
    await expect(page.getByRole('menuitem', { name: 'MISMO 3.4 Import' })).toBeEnabled();
    await expect(page.getByRole('menuitem', { name: 'Show Import' })).toHaveCount(0);
  });
}

test('no other loan can be created during an import', {
  tag: ['@BULK-11', '@PLUS-08', '@PLUS-09', '@SEARCH-14'],
}, async ({ page, company }) => {
  const seen = polls(page);
  const now = batchOf('IN_PROGRESS', 'DONE', 'PROCESSING', 'PENDING');
  await answerWith(page, latest, 200, now);
  await answerWith(page, `/api/bulk-imports/${now._id}`, 200, now);
  await page.goto(`${company.origin}/app/loans`);
  await expect(spinner(page)).toBeVisible();
  await plus(page).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText(notice);
  await expect(menu.getByRole('menuitem', { name: 'Show Import' })).toContainText('1/3');
  await expect(menu.getByRole('menuitem', { name: /^Loan/ })).toBeDisabled();
  await expect(menu.getByRole('menuitem', { name: /MISMO 3.4 Import/ })).toBeDisabled();
  await expect(menu.getByRole('menuitem', { name: 'Lead' })).toBeEnabled();
  await menu.getByRole('menuitem', { name: 'FNM 3.2 Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import FNMA 3.2 File' });
  for (const tab of ['Manual', 'Import MISMO']) {
    await expect(dialog.getByRole('tab', { name: tab })).toBeDisabled();
    await expect(dialog.getByRole('tab', { name: tab })).toHaveAttribute('title', notice);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(toast(page, notice)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Create Loan' })).toHaveCount(0);
  expect(seen.length).toBeGreaterThan(0);
});

test('the installation’s settings control when and how often the page polls', {
  tag: ['@BULK-22'],
}, async ({ page, company }) => {
  await page.clock.install();
  const seen = polls(page);
  type Config = { bulkImport: { pollInitialDelayMs: number; pollIntervalMs: number } };
  await changeAnswer<Config>(page, '/api/config', (config) => {
    config.bulkImport = { pollInitialDelayMs: 5_000, pollIntervalMs: 20_000 };
  });
  const now = batchOf('IN_PROGRESS', 'PENDING');
  await answerWith(page, latest, 200, now);
  await answerWith(page, `/api/bulk-imports/${now._id}`, 200, now);
  const began = page.waitForResponse((answer) => pathOf(answer.url()) === latest);
  await page.goto(`${company.origin}/app/loans`);
  await began;
  await stopTheClock(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Create' })).toBeVisible();
  await page.clock.runFor(4_000);
  expect(seen).toHaveLength(0);
  const polled = page.waitForResponse((answer) => pathOf(answer.url()) === `/api/bulk-imports/${now._id}`);
  await page.clock.runFor(1_500);
  // The interval starts with this response.
  await (await polled).finished();
  await page.evaluate(() => new Promise((read) => queueMicrotask(() => read(null))));
  await page.clock.runFor(19_000);
  expect(seen).toHaveLength(1);
  await page.clock.runFor(2_000);
  await expect.poll(() => seen.length).toBe(2);
});

test('a failed poll is only logged, and three in a row stop polling with a message', {
  tag: ['@BULK-31', '@BULK-34'],
}, async ({ page, company }) => {
  await page.clock.install();
  const seen = polls(page);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('could not be polled')) logged.push(message.text());
  });
  const now = batchOf('IN_PROGRESS', 'PENDING');
  await answerWith(page, latest, 200, now);
  await answerWith(page, `/api/bulk-imports/${now._id}`, 500, { message: 'Broken' });
  await page.goto(`${company.origin}/app/loans`);
  await expect.poll(() => logged.length).toBe(1);
  await stopTheClock(page);
  await expect(toast(page, 'Loans Import Failed')).toHaveCount(0);
  await page.clock.runFor(3_000);
  await expect.poll(() => logged.length).toBe(2);
  await expect(toast(page, 'Loans Import Failed')).toHaveCount(0);
  await page.clock.runFor(3_000);
  await expect(toast(page, 'Loans Import Failed')).toBeVisible();
  await expect(toast(page, 'Loan import has been failed due to some reason. Please try again later.')).toBeVisible();
  await page.clock.runFor(5_000);
  expect(seen).toHaveLength(3);
});

test('a batch that ended before a reload shows no toast', { tag: ['@BULK-18'] }, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  const { _id } = await setUpBatch(page, [brokenFile]);
  const over = (await call(page, 'POST', `/api/bulk-imports/${_id}/start`)).json as Batch;
  expect(over.status).toBe('COMPLETED');
  expect(((await call(page, 'GET', latest)).json as Batch)._id).toBe(_id);
  await page.reload();
  await expect.poll(() => askedByThisPage(page)).toContain(latest);
  await page.waitForLoadState('networkidle');
  await expect(notifications(page).getByText(/import/i)).toHaveCount(0);
  await expect(importDialog(page)).toHaveCount(0);
});

test('a rule’s message about several files is shown once', { tag: ['@BULK-32'] }, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await setUpBatch(page, [aimlessFile('Jung'), aimlessFile('Kerr'), loanFile('Lund')]);
  await page.reload();
  const dialog = importDialog(page);
  await dialog.getByRole('button', { name: 'Start Import' }).click();
  await expect(toast(page, 'System Warning')).toHaveCount(1);
  const message = notifications(page).getByText(aimless);
  await expect(message).toHaveCount(1);
  expect((await message.textContent())?.split(aimless)).toHaveLength(2);
  await expect(files(dialog).getByText(aimless)).toHaveCount(2);
});

test('a rule’s error prevents the success toast, even if loans were created', { tag: ['@BULK-33'] }, async ({
  page,
  company,
}) => {
  await answerWith(page, latest, 200, batchOf('IN_PROGRESS', 'PENDING'));
  const over = batchOf('COMPLETED', 'DONE');
  const rule = { identifier: 'LICENSE', ruleName: 'License', error: 'No license there.', warning: null };
  for (const item of over.MismoImportBatchItems) item.autoRuleErr = [rule];
  await answerWith(page, `/api/bulk-imports/${over._id}`, 200, over);
  await page.goto(`${company.origin}/app/loans`);
  await expect(toast(page, rule.error)).toBeVisible();
  await expect(toast(page, 'Loans Import Successful')).toHaveCount(0);
});

test('a batch discarded in another tab is dropped', {
  tag: ['@BULK-05'],
}, async ({ page, context, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await setUpBatch(page, [loanFile('Nash')]);
  await page.reload();
  const dialog = importDialog(page);
  await expect(files(dialog)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${company.origin}/app/leads`);
  await importDialog(other).getByRole('button', { name: 'Cancel Import' }).click();
  await expect(files(dialog)).toHaveCount(0);
  await expect(notifications(page).getByText(/import/i)).toHaveCount(0);
});

test('other tabs learn of an import and send one request', {
  tag: ['@BULK-16', '@BULK-17'],
}, async ({ page, context, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  const other = await context.newPage();
  const asked: string[] = [];
  await other.goto(`${company.origin}/app/leads`);
  await expect(other.getByRole('banner').getByRole('button', { name: 'Create' })).toBeVisible();
  await other.waitForLoadState('networkidle');
  other.on('request', (request) => {
    if (pathOf(request.url()) === latest) asked.push(request.url());
  });
  // In the other tab the import keeps running.
  const now = batchOf('IN_PROGRESS', 'DONE', 'PENDING');
  await answerWith(other, latest, 200, now);
  await answerWith(other, `/api/bulk-imports/${now._id}`, 200, now);
  await setUpBatch(page, [loanFile('Moss')]);
  await page.reload();
  await importDialog(page).getByRole('button', { name: 'Start Import' }).click();
  await other.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await expect(other.getByRole('menu')).toContainText('1/2');
  expect(asked).toHaveLength(1);
  // A tab that already polls sends no further request.
  await expect(page).toHaveURL(/loan-info$/);
  await page.evaluate(() => new BroadcastChannel('bulk-import').postMessage('changed'));
  await other.waitForRequest((request) => pathOf(request.url()) === `/api/bulk-imports/${now._id}`);
  expect(asked).toHaveLength(1);
});

test('a reload during an upload asks first, and then names the missing files and adds them again', async ({
  page,
  company,
}) => {
  await page.goto(`${company.origin}/app/loans`);
  await plus(page).click();
  await page.getByRole('menuitem', { name: 'MISMO 3.4 Import' }).click();
  const dialog = importDialog(page);
  await dialog.getByRole('radio', { name: 'Active' }).click();
  // Two files arrive. The others are uploading until the page is left.
  let arrived = 0;
  await page.route(
    (url) => url.pathname.endsWith('/items'),
    async (route) => {
      arrived += 1;
      if (arrived <= 2) await route.continue();
    },
  );
  const names = ['Orr', 'Pike', 'Quinn', 'Reed', 'Shaw', 'Tate'];
  await dialog.getByLabel('Choose file').setInputFiles(names.map(loanFile));
  await expect(files(dialog).getByRole('row')).toHaveCount(3);
  await expect(dialog.getByText('Uploading 2 of 6')).toBeVisible();

  const asked: string[] = [];
  page.once('dialog', (leave) => {
    asked.push(leave.type());
    void leave.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  const missing = dialog.getByRole('region', { name: 'Files that are missing' });
  await expect(missing).toContainText('4 files were not uploaded before this page was left.');
  await expect(missing.getByRole('listitem')).toHaveCount(4);
  // Several files upload in parallel, so any two of them can be first.
  const lost = await missing.getByRole('listitem').allTextContents();
  const chooser = page.waitForEvent('filechooser');
  await missing.getByRole('button', { name: 'Add Files Again' }).click();
  await (await chooser).setFiles(lost.map((name) => loanFile(name.replace('.xml', ''))));
  await expect(files(dialog).getByRole('row')).toHaveCount(7);
  await expect(missing).toHaveCount(0);
  await expect(dialog.getByText('6 files, all ready to import')).toBeVisible();
  const batch = (await call(page, 'GET', latest)).json as Batch;
  await call(page, 'POST', `/api/bulk-imports/${batch._id}/cancel`, {});
});

test('signing out during an upload asks first', async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await page.route(
    (url) => url.pathname.endsWith('/items'),
    () => {},
  );
  await plus(page).click();
  await page.getByRole('menuitem', { name: 'MISMO 3.4 Import' }).click();
  const dialog = importDialog(page);
  await dialog.getByRole('radio', { name: 'Active' }).click();
  await dialog.getByLabel('Choose file').setInputFiles([loanFile('Ames'), loanFile('Boyd')]);
  await expect(dialog.getByText('Uploading 0 of 2')).toBeVisible();
  // The dialog is locked and covers the menu, but a shortcut or a screen reader can still reach it.
  await page.getByRole('button', { name: 'Account: Avery Stone', includeHidden: true }).dispatchEvent('click');
  await page.getByRole('menuitem', { name: 'Logout', includeHidden: true }).dispatchEvent('click');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question).toContainText('Files are still being uploaded.');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeVisible();
});

test('failures of an import are shown to their owner in other branches until seen', {
  tag: ['@BULK-18'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Noah Brooks');
  await page.goto(`${company.origin}/app/loans`);
  const batch = await setUpBatch(page, [loanFile('Ford'), brokenFile]);
  const { activeUser } = (await call(page, 'GET', '/api/users/me')).json as {
    activeUser: { LinkedOrgs: { id: number; displayName: string }[] };
  };
  await call(page, 'POST', `/api/bulk-imports/${batch._id}/start`, {});
  await page.evaluate((id) => {
    localStorage.setItem('activeOrgUnit', String(id));
    sessionStorage.setItem('activeOrgUnit', String(id));
  }, activeUser.LinkedOrgs[1]?.id);
  await page.reload();
  const notice = page.getByRole('region', { name: 'Import result' });
  const [here] = activeUser.LinkedOrgs;
  await expect(notice).toContainText(
    `Your import in ${here?.displayName} has ended: 1 of 2 loans could not be imported.`,
  );
  await expect(toast(page, 'Some loans import failed')).toHaveCount(0);
  await page.reload();
  await notice.getByRole('button', { name: 'Show Import' }).click();
  await expect(files(importDialog(page)).getByRole('row', { name: /broken\.xml/ })).toContainText('Not MISMO 3.4');
  await expect(notice).toHaveCount(0);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(notice).toHaveCount(0);
});

test('a single file that finishes while the dialog is closed links to its loan in the toast', {
  tag: ['@BULK-30'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/leads`);
  const batch = await setUpBatch(page, [loanFile('Zane')]);
  await call(page, 'POST', `/api/bulk-imports/${batch._id}/start`, {});
  await changeAnswer<Batch>(page, latest, (answer) => {
    answer.status = 'IN_PROGRESS';
  });
  await page.reload();
  await expect(toast(page, 'Loans Import Successful')).toBeVisible();
  expect(pathOf(page.url())).toBe('/app/leads');
  await notifications(page)
    .getByRole('link', { name: /^Open loan #\d+$/ })
    .click();
  await expect(page).toHaveURL(/\/app\/loans\/\d+\/loan-info$/);
});

test('borrowers are imported from a spreadsheet', {
  tag: ['@BULK-24', '@BULK-25', '@BULK-26'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/borrowers`);
  await page.getByRole('main').getByRole('button', { name: 'Upload Borrowers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Borrowers', exact: true });
  const input = dialog.locator('input[type=file]');
  await expect(input).toHaveAttribute('accept', '.xlsx');
  const add = dialog.getByRole('button', { name: 'Add Borrowers', exact: true });
  await expect(add).toBeDisabled();
  await input.setInputFiles({ name: 'people.xlsx', mimeType: 'text/plain', buffer: Buffer.from('First Name') });
  await add.click();
  await expect(dialog.getByText("This file is named .xlsx but isn't an Excel workbook.")).toBeVisible();
  await input.setInputFiles(resolve(import.meta.dirname, 'support/borrowers.xlsx'));
  await add.click();
  await expect(dialog.getByRole('status')).toHaveText('2 borrowers added, 1 failed');
  await expect(dialog.getByRole('list', { name: 'Rows with errors' })).toContainText('Row 4Last Name is required');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const name of ['Maya Ortiz', 'Noor Hale']) {
    await expect(page.getByRole('table').getByRole('link', { name })).toBeVisible();
  }
});
