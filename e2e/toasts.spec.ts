import type { Page } from '@playwright/test';
import { announced } from './support/announced.ts';
import { batchOf } from './support/bulk.ts';
import { anotherBrowser, companyWith, expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { createLoan } from './support/loans.ts';

// This file asserts animations of toasts.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('> div');
const pipeline = async (page: Page, origin: string) => {
  await page.goto(`${origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  // The page must be complete before the clock stops, because nothing renders afterwards.
  await expect(page.getByRole('button', { name: 'Add New Task' })).toBeVisible();
};

/** Makes the list fail with a different message each time, so that each failure is a new toast. */
async function failInTurn(page: Page): Promise<(text: string) => Promise<void>> {
  let message = '';
  await page.route(
    (url) => url.pathname === '/api/loans',
    (route) => route.fulfill({ status: 500, json: { code: 'LWAPI10500', message } }),
  );
  let asked = 0;
  return async (text) => {
    message = text;
    asked += 1;
    await page.getByRole('searchbox').fill(`ask ${asked}`);
    const answered = page.waitForResponse(
      (answer) => answer.url().includes(`string=ask+${asked}`) || answer.url().includes(`string=ask%20${asked}`),
    );
    await page.clock.runFor(400);
    await answered;
  };
}

test('a toast disappears after eight seconds, and eight seconds after hovering', {
  tag: ['@TOAST-01', '@TOAST-02', '@TOAST-05', '@TOAST-06', '@TOAST-07', '@TOAST-08', '@ERROR-07'],
}, async ({ page, company }) => {
  await page.clock.install();
  // A live connection that breaks when the clock jumps would refetch the list and show its error again.
  await page.routeWebSocket(/\/rtc\/api\/socket/, () => {});
  await company.signIn(page, 'Avery Stone');
  await pipeline(page, company.origin);
  await page.clock.pauseAt(Date.now() + 60_000);
  const fail = await failInTurn(page);

  await fail('The list is resting.');
  const toast = toasts(page).filter({ hasText: 'The list is resting.' });
  await expect(toast).toBeVisible();
  // In the corner, above the tray of docked dialogs.
  const dock = await page.getByRole('button', { name: 'Add New Task' }).boundingBox();
  const box = await toast.boundingBox();
  expect(1440 - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
  expect(900 - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(60);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  await expect(toast.getByTestId('toast-progress')).toHaveCSS('animation-duration', '8s');
  await toast.getByText('The list is resting.').click();
  await expect(toast).toBeVisible();

  // The click hovered over it, so the extended time starts when the pointer leaves.
  await page.mouse.move(10, 500);
  await page.clock.runFor(7_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);

  await fail('The list is tired.');
  const second = toasts(page).filter({ hasText: 'The list is tired.' });
  await expect(second).toBeVisible();
  await page.clock.runFor(7_500);
  await expect(second).toBeVisible();
  await page.clock.runFor(600);
  await expect(second).toHaveCount(0);

  await fail('The list is away.');
  await toasts(page).getByRole('button', { name: 'Close notification' }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.resume();
  // The page itself works: it shows the error and offers a retry.
  await expect(page.getByRole('heading', { name: 'The loans could not be loaded' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
});

test('results, saves, errors, progress and changes by others are announced without moving the focus', {
  tag: ['@A11Y-09'],
}, async ({ page, context }) => {
  const company = await companyWith('announced', {});
  await page.clock.install();
  await company.signIn(page, 'Omar Haddad');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'No loans yet' })).toBeVisible();
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Avery Stone');
  await expect(async () => {
    await createLoan(other, { firstName: 'Maya', lastName: 'Ortiz' });
    await page.clock.runFor(2_500);
    await expect.poll(() => announced(page), { timeout: 1_000 }).toContain('Someone else updated this page.');
  }).toPass();
  const announcement = (text: string) =>
    expect(async () => {
      await page.clock.runFor(500);
      expect(await announced(page)).toContain(text);
    }).toPass();
  await announcement('Showing 1-');

  const filter = page.getByRole('searchbox').first();
  await filter.fill('nobody');
  await announcement('No loans match');
  await filter.fill('ortiz');
  await announcement('Showing 1-');
  await answerWith(page, '/api/loans', 500, { code: 'LWAPI10500', message: 'The list is resting.' });
  await filter.fill('ortiz m');
  await announcement('The list is resting.');
  await expect(filter).toBeFocused();
  await page.unrouteAll();

  const running = (...statuses: string[]) => batchOf('IN_PROGRESS', ...statuses);
  const runningBatch = running('DONE', 'PROCESSING', 'PENDING');
  await answerWith(page, '/api/bulk-imports/latest', 200, runningBatch);
  await answerWith(page, `/api/bulk-imports/${runningBatch._id}`, 200, runningBatch);
  await page.goto(`${company.origin}/app/user/edit`);
  const work = page.getByRole('textbox', { name: 'Job title' });
  await work.fill('Senior loan officer');
  await work.press('Enter');
  await announcement('Saved.');
  await expect(work).toBeFocused();

  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Show Import' }).click();
  await announcement('1 of 3 files');
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).first();
  await close.focus();
  await answerWith(page, `/api/bulk-imports/${runningBatch._id}`, 200, running('DONE', 'DONE', 'PROCESSING'));
  await announcement('2 of 3 files');
  await expect(close).toBeFocused();
});

test('no toast is duplicated, and the oldest of more than thirty disappears', {
  tag: ['@TOAST-03', '@TOAST-04'],
}, async ({ page, company }) => {
  await page.clock.install();
  await company.signIn(page, 'Avery Stone');
  await pipeline(page, company.origin);
  await page.clock.pauseAt(Date.now() + 60_000);
  const fail = await failInTurn(page);
  await fail('The same.');
  await fail('The same.');
  await expect(toasts(page)).toHaveCount(1);
  await toasts(page).hover();
  for (let count = 1; count <= 30; count += 1) {
    await fail(`Failure ${count}.`);
    // Hovering stops a toast's time. The clock advances 400 ms with each check.
    await toasts(page).last().hover({ force: true });
  }
  await expect(toasts(page).filter({ hasText: 'Failure 30.' })).toBeVisible();
  expect(await toasts(page).count()).toBeLessThanOrEqual(30);
  await expect(toasts(page).filter({ hasText: 'The same.' })).toHaveCount(0);
});

test('parameters that the server refuses are removed from the address without a history entry', {
  tag: ['@ERROR-03', '@ERROR-04', '@ERROR-05', '@ERROR-06'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await pipeline(page, company.origin);
  await answerWith(page, '/api/loans', 404, { code: 'LWAPI10404', message: 'Not found, or you have no access.' });
  const before = await page.evaluate(() => history.length);
  await page.goto(`${company.origin}/app/loans?loanId=9&stage=3`);
  await expect(page).toHaveURL(`${company.origin}/app/loans?stage=3`);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);

  await page.unrouteAll();
  await answerWith(page, '/api/loans', 403, { code: 'LWPERM10001', message: 'You may not see this.' });
  await page.goto(`${company.origin}/app/loans?assigneeType=USER&assigneeId=7`);
  await expect(page).toHaveURL(`${company.origin}/app/loans?assigneeType=ALL`);
});

test('an error without a message shows the default', { tag: ['@ERROR-07'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await pipeline(page, company.origin);
  await page.route(
    (url) => url.pathname === '/api/loans',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await page.getByRole('searchbox').fill('ortiz');
  await expect(toasts(page)).toHaveText('Something went wrong.');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
