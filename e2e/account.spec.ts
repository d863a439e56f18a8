import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { codeOf } from './support/authenticator.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { type Server, startLimitMs, startServer } from './support/server.ts';

// This test uses real mail and a real second factor, so it takes long.
test.setTimeout(180_000);

let server: Server;
let origin: string;

test.beforeAll(async () => {
  test.setTimeout(startLimitMs + 10_000);
  server = await startServer({ KEYTURN_SECOND_FACTOR: 'true' });
  origin = `http://harbor.localhost:${server.port}`;
});
test.afterAll(() => server.stop());

const address = 'avery.stone@harbor.example';
const newPassword = 'copper-Lantern-7-orbits!';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
}

/** Sets up an authenticator if the sign-in asks for one. Returns its key. */
async function enroll(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = (await page.locator('code').textContent()) ?? '';
  await code(page).fill(codeOf(key));
  await page.keyboard.press('Enter');
  return key;
}

/** Ten codes are hashed before they are shown, each as slowly as a password. */
const recovering = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible({ timeout: 30_000 });
const loans = (page: Page) => expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();

/** Changes the password on the security page, after a try with a wrong current password. */
async function changePassword(page: Page, another: string): Promise<void> {
  const change = page.getByRole('region', { name: 'Password' });
  await change.getByRole('button', { name: 'Change password' }).click();
  await change.getByRole('textbox', { name: 'Current password' }).fill('not the password');
  await change.getByRole('textbox', { name: 'New password', exact: true }).fill(another);
  await change.getByRole('textbox', { name: 'Re-enter new password' }).fill(another);
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByRole('textbox', { name: 'Current password' })).toHaveAttribute('aria-invalid', 'true');
  await expect(change.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await change.getByRole('textbox', { name: 'Current password' }).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed.')).toBeVisible();
}

test('Avery resets a forgotten password and finally signs out everywhere', {
  tag: ['@FORGOT-11', '@SETPW-01', '@SETPW-22', '@SETPW-23', '@MFA-24', '@AUTH-20'],
}, async ({ page, context }) => {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(address);
  await button(page, 'SEND RESET PASSWORD LINK').click();
  await expect(page.getByText('If a valid account is associated with this email address')).toBeVisible();

  const mail = await mailTo(address, { port: server.port });
  await page.goto(linkIn(mail));
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(address);
  expect(page.url()).not.toContain('userToken');
  const set = async (password: string) => {
    await page.getByRole('textbox', { name: 'New password' }).fill(password);
    await page.getByRole('textbox', { name: 'Re-enter password' }).fill(password);
    await button(page, 'SET NEW PASSWORD').click();
  };
  // Meets every rule but is easy to guess.
  await set('Password-123!');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await set(newPassword);
  await expect(page.getByText('Password set successfully! Log in to your account now')).toBeVisible();

  await signIn(page, newPassword);
  const key = await enroll(page);
  await recovering(page);
  const recoveryCodes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await button(page, 'Continue').click();
  await loans(page);

  // A browser without the authenticator.
  const other = await anotherBrowser(context);
  await signIn(other, newPassword);
  await expect(other.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  await code(other).fill('000000');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('alert').filter({ hasText: 'The code is not right.' })).toBeVisible();
  await button(other, 'Use a recovery code').click();
  await other.getByRole('textbox', { name: 'Recovery code' }).fill((recoveryCodes[0] ?? '').toUpperCase());
  await other.keyboard.press('Enter');
  await loans(other);

  await button(page, 'Account: Avery Stone').click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  await expect(page).toHaveURL(`${origin}/app/user/security`);
  const devices = page.getByRole('region', { name: 'Active sessions' });
  const rows = devices.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.filter({ hasText: 'Chrome on Linux' })).toHaveCount(2);
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  await devices.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(page.getByText('Chrome on Linux is signed out.')).toBeVisible();
  await expect(rows.filter({ hasText: 'Chrome on Linux' })).toHaveCount(1);
  await other.getByRole('searchbox').fill('ortiz');
  await expect(other).toHaveURL(`${origin}/session-ended`);

  const factor = page.getByRole('region', { name: 'Two-step verification' });
  await expect(factor).toContainText('9 recovery codes left');
  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessibleDialog(page, 'features/access/security/recovery-codes-dialog');
  await code(page).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  // Each code works once, so use the next one a little early.
  await code(page).fill(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(factor).toContainText('10 recovery codes left');

  const another = 'marble-Teapot-4-gallops!';
  await changePassword(page, another);

  await button(page, 'Sign out everywhere').click();
  await expect(dialog).toContainText('This signs you out on every device, including this one.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${origin}/session-ended`);

  // Avery has lost the authenticator and sets up another one.
  await page.goto(`${origin}/login/reset-mfa`);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await button(page, 'SEND RESET MFA LINK').click();
  await expect(page.getByText('MFA reset email sent successfully.')).toBeVisible();
  await page.goto(
    linkIn(await mailTo(address, { after: mail, subject: 'Reset your second factor', port: server.port })),
  );
  await expect(page.getByRole('heading', { name: 'MFA Reset Completed' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(address);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly', '');
  await signIn(page, another);
  await enroll(page);
  await recovering(page);
});
