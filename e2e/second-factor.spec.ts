import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyAt, expect, test } from './support/company.ts';
import { answerWith, hold } from './support/failures.ts';
import { linkIn, mailTo } from './support/mail.ts';

const reset = '/api/auth/mfa/reset';
const confirm = '/api/auth/mfa/reset/confirm';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const ok = { success: true, message: null };
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sentText =
  'MFA reset email sent successfully. Do check your SPAM folder once if not received within 15 minutes then retry.';

test('a link to reset the second factor is requested, and again after fifteen seconds', {
  tag: [
    '@MFA-01',
    '@MFA-02',
    '@MFA-03',
    '@MFA-04',
    '@MFA-05',
    '@MFA-06',
    '@MFA-08',
    '@MFA-09',
    '@MFA-10',
    '@MFA-11',
    '@MFA-12',
    '@MFA-13',
    '@MFA-14',
    '@MFA-15',
    '@MFA-19',
    '@MFA-20',
    '@AUTH-20',
  ],
}, async ({ page, company }) => {
  await page.clock.install();
  const calls: unknown[] = [];
  page.on('request', (request) => request.url().endsWith(reset) && calls.push(request.postDataJSON()));
  await page.goto(`${company.origin}/login`);
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await page.getByRole('link', { name: 'Reset MFA' }).click();
  await expect(page).toHaveURL(`${company.origin}/login/reset-mfa`);
  await expect(page.getByRole('textbox')).toHaveCount(1);
  const theme = page.getByRole('radiogroup', { name: 'Theme' });
  for (const label of ['Light', 'Dark', 'System (Auto)'])
    await expect(theme.getByText(label, { exact: true })).toBeVisible();
  await theme.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await theme.getByText('System (Auto)', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

  await button(page, 'SEND RESET MFA LINK').click();
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible();
  await email(page).fill('abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter valid email', { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(calls).toEqual([]);

  await email(page).fill('avery.stone@example.com');
  const first = await hold(page, reset);
  await page.keyboard.press('Enter');
  await first.asked;
  await expect(button(page, 'SENDING RESET MFA LINK')).toBeDisabled();
  await expect(email(page)).toBeDisabled();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await first.answer(200, ok);
  await expect(page.getByText(sentText, { exact: true })).toBeFocused();
  await expect(email(page)).toBeEnabled();
  for (const left of [15, 14, 13]) {
    await expect(button(page, `RESEND RESET MFA LINK(${left} Sec)`)).toBeDisabled();
    await page.clock.runFor(1_000);
  }
  await page.clock.runFor(11_000);
  await expect(button(page, 'RESEND RESET MFA LINK(1 Sec)')).toBeDisabled();
  await page.clock.runFor(1_000);
  await expect(button(page, 'RESEND RESET MFA LINK')).toBeEnabled();
  await answerWith(page, reset, 200, ok);
  await button(page, 'RESEND RESET MFA LINK').click();
  await expect(button(page, 'RESEND RESET MFA LINK(15 Sec)')).toBeDisabled();
  expect(calls).toEqual(
    [1, 2].map(() => ({ email: 'avery.stone@example.com', theme: 'auto', returnPath: '/reset-mfa-confirmation' })),
  );
  await email(page).pressSequentially('x');
  await page.clock.runFor(50);
  await expect(button(page, 'SEND RESET MFA LINK')).toBeEnabled();
  await expect(page.getByText(sentText)).toHaveCount(0);
  await page.clock.resume();
  await page.getByRole('link', { name: 'Go back to login' }).click();
  await expect(page).toHaveURL(/\/login\?request=/);

  await page.goto(`${company.origin}/reset-mfa?email=YUBiLmNv&theme=dark`);
  await expect(email(page)).toHaveValue('a@b.co');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await button(page, 'SEND RESET MFA LINK').click();
  await expect(page.getByText(sentText)).toBeVisible();
  await expect(email(page)).toBeDisabled();
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);
  await expect(page.getByRole('link', { name: 'Go back to login' })).toHaveAttribute('href', '/');
});

test('the form for lost second factors shows each error in the right place', {
  tag: ['@MFA-07', '@MFA-16', '@MFA-17', '@MFA-18'],
}, async ({ page, company }) => {
  for (const address of ['%%%', base64('abc'), 'a@b.co']) {
    await page.goto(`${company.origin}/login/reset-mfa?email=${encodeURIComponent(address)}`);
    await expect(email(page)).toHaveValue('');
    await expect(page.getByText('Email is required')).toHaveCount(0);
  }
  await email(page).fill('nobody@example.com');
  for (const [status, body, text] of [
    [200, { success: false, message: 'USER_NOT_FOUND' }, 'User not found'],
    [200, { success: false, message: 'USER_ALREADY_REGISTERED' }, 'User is already registered'],
    [200, { success: false, message: 'USER_COMPANY_MISMATCH' }, 'User not found'],
    [500, { code: 'LWAPI10500', message: 'The mail is resting.' }, 'The mail is resting.'],
    [500, {}, 'Something went wrong.'],
  ] as const) {
    await answerWith(page, reset, status, body);
    await button(page, 'SEND RESET MFA LINK').click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(email(page)).toBeEnabled();
    await expect(email(page)).toBeFocused();
  }
  await expectAccessible(page);
});

test('a link of another kind, an unknown one and a used one reset nothing', {
  tag: ['@MFA-16', '@MFA-17', '@MFA-22', '@MFA-23', '@MFA-25', '@MFA-27', '@MFA-28', '@MFA-30', '@MFA-32'],
}, async ({ page, company }) => {
  // Demo users have passwords. Users of a test's own company have none.
  const harbor = companyAt('harbor');
  const address = harbor.email('Jamie Lin');
  const fails = async (text: string) => {
    await expect(page.getByRole('heading', { name: 'MFA Reset Failed' })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  };
  const confirmationOf = (token: string) =>
    `${harbor.origin}/reset-mfa-confirmation?userToken=${encodeURIComponent(token)}&email=${base64(address)}&theme=dark`;

  for (const [asked, message] of [
    [`nobody.${company.slug}@example.com`, 'User not found'],
    [company.email('Jamie Lin'), 'User is already registered'],
  ] as const) {
    await page.goto(`${company.origin}/login/reset-mfa`);
    await email(page).fill(asked);
    await button(page, 'SEND RESET MFA LINK').click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }

  // The server doesn't know the token. Its response is held back until the waiting state was checked.
  let answer = () => {};
  const isSeen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    (url) => url.pathname === confirm,
    async (route) => {
      await isSeen;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(confirmationOf('the-token'));
  await expect(page.getByText('Confirming...')).toBeVisible();
  answer();
  await fails('Error occurred while resetting MFA. Token Not Found.');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // A set-password link doesn't reset a second factor.
  await page.goto(`${harbor.origin}/forgotPassword`);
  await email(page).fill(address);
  await button(page, 'SEND RESET PASSWORD LINK').click();
  const ofPassword = await mailTo(address);
  await page.goto(confirmationOf(new URL(linkIn(ofPassword)).searchParams.get('userToken') ?? ''));
  await fails('Error occurred while resetting MFA. Invalid Token.');

  // Jamie has no second factor, so there is nothing to reset.
  await page.goto(`${harbor.origin}/login/reset-mfa`);
  await email(page).fill(address);
  await button(page, 'SEND RESET MFA LINK').click();
  await expect(page.getByText(sentText, { exact: true })).toBeVisible();
  await page.goto(linkIn(await mailTo(address, { after: ofPassword, subject: 'Reset your second factor' })));
  await fails('Multi-factor Auth has already been reset');
  const start = page.waitForRequest((request) => request.isNavigationRequest());
  await button(page, 'Go back to Login').click();
  expect(new URL((await start).url()).pathname).toBe('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the link resets the second factor and shows the result', {
  tag: [
    '@MFA-22',
    '@MFA-23',
    '@MFA-24',
    '@MFA-25',
    '@MFA-26',
    '@MFA-27',
    '@MFA-28',
    '@MFA-29',
    '@MFA-30',
    '@MFA-31',
    '@MFA-32',
    '@MFA-33',
    '@MFA-34',
  ],
}, async ({ page, company }) => {
  const link = `${company.origin}/reset-mfa-confirmation?userToken=the-token&email=${base64('avery.stone@example.com')}&theme=dark`;
  const held = await hold(page, confirm);
  await page.goto(link);
  await expect(page.getByText('Confirming...')).toBeVisible();
  expect((await held.asked).postDataJSON()).toEqual({ token: 'the-token' });
  expect(page.url()).not.toContain('the-token');
  await held.answer(200, ok);
  await expect(page.getByRole('heading', { name: 'MFA Reset Completed' })).toBeFocused();
  await expect(email(page)).toHaveValue('avery.stone@example.com');
  await expect(email(page)).toHaveAttribute('readonly', '');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  const start = page.waitForRequest((request) => request.isNavigationRequest());
  await button(page, 'Go back to Login').click();
  expect((await start).url()).toBe(`${company.origin}/?theme=dark`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  for (const [status, body, text] of [
    [200, { success: false, message: 'TOKEN_NOT_FOUND' }, 'Error occurred while resetting MFA. Token Not Found.'],
    [200, { success: false, message: 'TOKEN_EXPIRED' }, 'Error occurred while resetting MFA. Token Expired.'],
    [200, { success: false, message: 'INVALID_TOKEN' }, 'Error occurred while resetting MFA. Invalid Token.'],
    [200, { success: false, message: 'USER_NOT_FOUND' }, 'Error occurred while resetting MFA. User not found.'],
    [200, { success: false, message: 'MFA_ALREADY_RESET' }, 'Multi-factor Auth has already been reset'],
    [200, { success: false, message: 'Locked' }, 'Locked.'],
    [500, '', 'An error occurred while resetting MFA'],
  ] as const) {
    await answerWith(page, confirm, status, body);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'MFA Reset Failed' })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  let asked = false;
  page.on('request', (request) => {
    asked ||= request.url().endsWith(confirm);
  });
  await page.goto(`${company.origin}/reset-mfa-confirmation?email=YUBiLmNv`);
  await expect(page.getByRole('heading', { name: 'Invalid URL' })).toBeVisible();
  await expect(
    page.getByText(
      'Link used is invalid or has expired. Please request a new link or contact support if the issue persists.',
      { exact: true },
    ),
  ).toBeVisible();
  expect(asked).toBe(false);
});

/** A QR code as the provider sends it. Its content doesn't matter here. */
const qrCode = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1H0zM1 1h1v1H1z"/></svg>';

test('signing in with an authenticator, from its setup to its loss', {
  tag: ['@A11Y-13'],
}, async ({ page, company, context }) => {
  // Many states, each checked.
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  const signIn = async (step: object) => {
    await answerWith(page, '/oidc/sign-in', 200, step);
    await page.goto(`${company.origin}/app/loans`);
    await email(page).fill('avery.stone@example.com');
    // Password managers can fill these fields.
    await expect(email(page)).toHaveAttribute('autocomplete', 'username');
    const password = page.getByRole('textbox', { name: 'Password' });
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await password.fill('Correct-horse-9!');
    await page.keyboard.press('Enter');
  };
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await signIn({ step: 'ENROLL', ticket: 'ticket-1', secret, otpauthUri: 'otpauth://totp/x', qrCode });
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await button(page, 'Copy').click();
  await expect(button(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);

  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await button(page, 'Continue').click();
  await expect(page.getByText('Code is required')).toBeVisible();
  await answerWith(page, '/oidc/second-factor', 401, { code: 'LWAUTH10014', message: 'The code is not right.' });
  await code.fill('123 456');
  const wrong = page.waitForRequest((request) => request.url().endsWith('/oidc/second-factor'));
  await page.keyboard.press('Enter');
  expect((await wrong).postDataJSON()).toEqual({ ticket: 'ticket-1', code: '123456' });
  await expect(page.getByRole('alert').filter({ hasText: 'The code is not right.' })).toBeVisible();
  await expect(code).toBeFocused();

  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd${index}-efgh${index}`);
  const redirectTo = `${company.origin}/session-ended?title=Through`;
  await answerWith(page, '/oidc/second-factor', 200, { step: 'RECOVERY_CODES', redirectTo, recoveryCodes });
  // As copied from another program.
  await page.evaluate(() => navigator.clipboard.writeText('654 321'));
  await code.fill('');
  await code.press('ControlOrMeta+V');
  await expect(code).toHaveValue('654 321');
  const pasted = page.waitForRequest((request) => request.url().endsWith('/oidc/second-factor'));
  await page.keyboard.press('Enter');
  expect((await pasted).postDataJSON()).toEqual({ ticket: 'ticket-1', code: '654321' });
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveText(recoveryCodes);
  await button(page, 'Copy').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'));
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('keyturn-recovery-codes.txt');
  await expectAccessible(page);
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'Through' })).toBeVisible();

  await signIn({ step: 'SECOND_FACTOR', ticket: 'ticket-2' });
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  await expect(code).toBeFocused();
  await expect(page.getByRole('link', { name: 'Reset MFA' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Use a recovery code').click();
  const recovery = page.getByRole('textbox', { name: 'Recovery code' });
  await expect(recovery).toBeFocused();
  await expectAccessible(page);
  await button(page, 'Use your authenticator app').click();
  await expect(code).toBeFocused();
  // An expired ticket restarts the sign-in.
  await answerWith(page, '/oidc/second-factor', 410, { code: 'LWAUTH10011', message: 'Gone.' });
  await code.fill('111111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  for (const [step, reason, path] of [
    [
      'PASSWORD_EXPIRED',
      '{"message":"reset password","email":"a@b.co"}',
      '/forgotPassword?reason=reset+password&email=YUBiLmNv',
    ],
    ['BLOCKED', 'user is blocked', '/forgotPassword?reason=reset+password'],
  ] as const) {
    await signIn({ step, redirectTo: `${company.origin}/session-ended?reason=${encodeURIComponent(reason)}` });
    await expect(page).toHaveURL(company.origin + path);
  }
});
