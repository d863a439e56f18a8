import type { Locator, Page } from '@playwright/test';
import { expectAccessibleDialog } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';

// With a session of ten minutes, the warning opens after eight and counts down two.
const tenMinutes = (page: Page) =>
  changeAnswer<{ sessionTimeoutSeconds: number }>(page, '/api/users/me', (me) => {
    me.sessionTimeoutSeconds = 600;
  });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'You have been idle!' });
const left = (page: Page) => dialog(page).getByRole('timer');
const seconds = async (page: Page) => Number(/\d+/.exec((await left(page).textContent()) ?? '')?.[0]);
/** While the clock is stopped, the page renders only in the frames that the test runs. */
const drawn = (page: Page, what: Locator) =>
  expect(async () => {
    await page.clock.runFor(50);
    await expect(what).toBeVisible({ timeout: 100 });
  }).toPass();
const lastActivity = (page: Page) => page.evaluate(() => Number(localStorage.getItem('lastActivity')));
const open = async (page: Page, origin: string) => {
  await page.goto(`${origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
};

test('an idle user is warned and can continue', {
  tag: ['@IDLE-01', '@IDLE-02', '@IDLE-03', '@IDLE-04', '@IDLE-05', '@IDLE-06', '@IDLE-11', '@SESSION-02', '@A11Y-10'],
}, async ({ page, company }) => {
  await page.clock.install();
  await tenMinutes(page);
  await company.signIn(page, 'Avery Stone');
  await open(page, company.origin);
  expect(await page.evaluate(() => sessionStorage.getItem('sessionId'))).toBeTruthy();

  // Activity is stored for all tabs, at most once a second.
  const started = await lastActivity(page);
  await page.clock.runFor(5_000);
  await page.mouse.move(300, 300);
  await expect.poll(() => lastActivity(page)).toBeGreaterThan(started + 4_000);

  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await page.mouse.move(320, 300);
  await page.clock.runFor(478_000);
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(2_000);
  await drawn(page, dialog(page));
  await expect(dialog(page).getByRole('heading')).toHaveText('You have been idle!');
  await expect(left(page)).toHaveText(/^Your session will expire in (120|119) seconds\.$/);
  const first = await seconds(page);
  for (const later of [1, 2, 3]) {
    await page.clock.runFor(1_000);
    await expect(left(page)).toHaveText(`Your session will expire in ${first - later} seconds.`);
  }
  await expect(dialog(page).getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeFocused();
  // Neither a mouse movement nor Escape closes the dialog.
  await page.mouse.move(500, 500);
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(left(page)).toHaveText(`Your session will expire in ${first - 4} seconds.`);

  const renewed = page.waitForRequest((request) => request.url().endsWith('/oidc/token'));
  const touched = page.waitForRequest((request) => request.url().endsWith('/api/session/touch'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  expect((await renewed).postData()).toContain('grant_type=refresh_token');
  expect((await touched).method()).toBe('POST');
  await page.clock.runFor(470_000);
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(10_000);
  await drawn(page, dialog(page));
});

test('the idle dialog’s Log out button signs out', { tag: ['@IDLE-07'] }, async ({ page, company }) => {
  await page.clock.install();
  await tenMinutes(page);
  await company.signIn(page, 'Avery Stone');
  await open(page, company.origin);
  await page.clock.fastForward(481_000);
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleDialog(page, 'features/access/idle/idle-dialog');
  await dialog(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
  await expect(page.getByRole('heading', { name: 'Session Ended' })).toBeVisible();
});

test('a user who doesn’t respond is signed out, and finds their draft after the next sign-in', {
  tag: ['@IDLE-08', '@A11Y-10'],
}, async ({ page, company }) => {
  await page.clock.install();
  await tenMinutes(page);
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/user/security`);
  const password = page.getByRole('textbox', { name: 'Current password' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await password.fill('Correct-horse-9!');
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await form.getByLabel('Title').fill('Call the title company');
  await form.getByRole('button', { name: 'Dock' }).click();
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Shift+N');
  await form.getByRole('textbox', { name: 'First name' }).fill('Maya');
  await form.getByRole('textbox', { name: 'Note' }).fill('Asks about a second home');

  await page.clock.fastForward(481_000);
  await expect(dialog(page)).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
  await expect(page.getByRole('heading', { name: 'Session Ended' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual(
    [],
  );
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('horse');

  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/`);
  await expect(page).toHaveURL(`${company.origin}/app/user/security`);
  await expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Maya');
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveText('Asks about a second home');
  await form.getByRole('button', { name: 'Dock' }).click();
  await expect(password).toHaveValue('');
  await page.getByRole('button', { name: 'Tasks: 1 docked' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('Call the title company');
});

test('activity in one tab counts for the other', { tag: ['@IDLE-09', '@IDLE-10', '@IDLE-11'] }, async ({
  page,
  context,
  company,
}) => {
  await context.clock.install();
  await tenMinutes(page);
  await company.signIn(page, 'Avery Stone');
  await open(page, company.origin);

  const other = await context.newPage();
  await tenMinutes(other);
  await open(other, company.origin);
  // The user works in the other tab, past the time at which this one would warn.
  for (const minute of [3, 6, 9, 12]) {
    await context.clock.fastForward('03:00');
    await other.mouse.move(300 + minute, 300);
    await expect.poll(() => lastActivity(page)).toBeGreaterThan((await page.evaluate(() => Date.now())) - 10_000);
    await expect(dialog(page)).toHaveCount(0);
  }

  // Without activity in either tab, both warn. Activity in the other tab closes the warning here.
  await context.clock.fastForward(481_000);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(other)).toBeVisible();
  await other.mouse.move(700, 20);
  await expect(dialog(page)).toHaveCount(0);
  // The tab with the activity still shows its warning. Continue keeps both signed in.
  await dialog(other).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(other)).toHaveCount(0);
  await context.clock.fastForward(470_000);
  await expect(dialog(page)).toHaveCount(0);
  await context.clock.fastForward(11_000);
  await expect(dialog(page)).toBeVisible();
});
