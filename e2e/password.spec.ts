import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { answerWith, changeAnswer, hold } from './support/failures.ts';

const forgot = '/api/auth/forgot-password';
const validate = '/api/auth/set-password/validate';
const activate = '/api/auth/activate';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const ok = { success: true, message: null, error: null };
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const themes = (page: Page) => page.getByRole('radiogroup', { name: 'Theme' });

/** Collects the bodies of a page's requests to a path. */
function callsOf(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === path && bodies.push(request.postDataJSON()));
  return bodies;
}

test('a link for a new password is requested twice', {
  tag: [
    '@FORGOT-01',
    '@FORGOT-02',
    '@FORGOT-03',
    '@FORGOT-04',
    '@FORGOT-05',
    '@FORGOT-06',
    '@FORGOT-07',
    '@FORGOT-10',
    '@FORGOT-11',
    '@FORGOT-12',
    '@FORGOT-14',
    '@FORGOT-15',
    '@FORGOT-17',
    '@FORGOT-18',
    '@FORGOT-19',
    '@FORGOT-24',
  ],
}, async ({ page, company }) => {
  const calls = callsOf(page, forgot);
  await page.goto(`${company.origin}/forgotPassword?theme=dark`);
  await expect(page.getByRole('heading')).toHaveText('Reset Password');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(
    page.getByText('Enter your registered email address and we will send you a link to reset your password.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(email(page)).toBeFocused();
  await expect(page.getByText('Your password has expired')).toHaveCount(0);

  await button(page, 'SEND RESET PASSWORD LINK').click();
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible();
  await email(page).fill('abc');
  await button(page, 'SEND RESET PASSWORD LINK').click();
  await expect(page.getByText('Enter valid email address *', { exact: true })).toBeVisible();
  await expect(email(page)).toBeFocused();
  await expectAccessible(page);
  expect(calls).toEqual([]);

  const first = await hold(page, forgot);
  await email(page).fill('avery.stone@example.com');
  await page.keyboard.press('Enter');
  await first.asked;
  await expect(email(page)).toBeDisabled();
  await expect(button(page, 'SEND RESET PASSWORD LINK')).toBeDisabled();
  await first.answer(200, ok);
  await expect(
    page.getByText(
      'If a valid account is associated with this email address, an email with password reset instructions will be sent. Do check your SPAM folder once if not received within 15 minutes then retry.',
      { exact: true },
    ),
  ).toBeFocused();
  await expect(email(page)).toBeEnabled();
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);

  await answerWith(page, forgot, 200, ok);
  await button(page, 'RESEND').click();
  await expect.poll(() => calls.length).toBe(2);
  const body = { email: 'avery.stone@example.com', returnUrl: expect.any(String) };
  expect(calls).toEqual([body, body]);
  const returnUrl = new URL((calls[0] as { returnUrl: string }).returnUrl);
  expect(returnUrl.origin + returnUrl.pathname).toBe(`${company.origin}/setPassword`);
  expect([...returnUrl.searchParams.keys()]).toEqual(['assetPath', 'remoteAssetPath', 'theme']);
  expect(returnUrl.searchParams.get('theme')).toBe('dark');

  await page.goto(`${company.origin}/forgotPassword?email=YUBiLmNv&reason=reset%20password`);
  await expect(email(page)).toHaveValue('a@b.co');
  await expect(
    page.getByText('Your password has expired. We request you to change your password.', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go back to login' }).click();
  await expect(page).toHaveURL(/\/login\?request=/);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the form for forgotten passwords shows each error in the right place', {
  tag: ['@FORGOT-13', '@FORGOT-16', '@FORGOT-20', '@FORGOT-21', '@FORGOT-22', '@FORGOT-23'],
}, async ({ page, company }) => {
  for (const address of ['%%%', base64('abc'), 'a@b.co']) {
    await page.goto(`${company.origin}/forgotPassword?email=${encodeURIComponent(address)}`);
    await expect(email(page)).toHaveValue('');
    await expect(page.getByText('Email is required')).toHaveCount(0);
  }
  await email(page).fill('nobody@example.com');
  const send = async (status: number, body: unknown, text: string) => {
    await answerWith(page, forgot, status, body);
    await button(page, 'SEND RESET PASSWORD LINK').click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(email(page)).toBeEnabled();
    await expect(email(page)).toBeFocused();
  };
  await send(200, { success: false, message: null, error: 'USER_NOT_FOUND' }, 'User not found');
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await send(200, { success: false, message: null, error: 'USER_ALREADY_REGISTERED' }, 'User is already registered');
  await send(200, { success: false, message: null, error: 'USER_COMPANY_MISMATCH' }, 'User not found');
  await send(500, { code: 'LWAPI10500', message: 'The mail is resting.' }, 'The mail is resting.');
  await expect(email(page)).not.toHaveAttribute('aria-invalid', 'true');
  await send(500, {}, 'Something went wrong.');
  await send(429, { code: 'LWAPI10429', message: 'Too many requests.' }, 'Too many requests.');
});

test('borrower and agent portals have the same form', { tag: ['@FORGOT-08', '@FORGOT-09'] }, async ({
  page,
  company,
}) => {
  await page.goto(`${company.origin}/forgotPassword`);
  await expect(themes(page)).toBeVisible();
  await themes(page).getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const logos = page.getByRole('banner').locator('img:visible');
  await expect(logos).toHaveCount(1);

  await page.goto(`${company.origin}/1234/forgotPassword?theme=light`);
  await expect(page.getByRole('heading')).toHaveText('Reset Password');
  await expect(themes(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const calls = callsOf(page, forgot);
  await answerWith(page, forgot, 200, ok);
  await email(page).fill('maya.ortiz@example.com');
  await button(page, 'SEND RESET PASSWORD LINK').click();
  await expect(button(page, 'RESEND')).toBeVisible();
  expect((calls[0] as { returnUrl: string }).returnUrl).toMatch(`${company.origin}/1234/setPassword?`);

  await changeAnswer<{ portal: string }>(page, '/api/config', (config) => {
    config.portal = 'agent';
  });
  const pictures = { complianceLogo: 'equal-housing.svg', lightLogoUrl: 'light.svg' };
  await changeAnswer<{ WizeOrgUnit: object }>(page, '/api/theme', (theme) =>
    Object.assign(theme.WizeOrgUnit, pictures),
  );
  await page.goto(`${company.origin}/forgotPassword`);
  await expect(themes(page)).toHaveCount(0);
  await expect(logos).toHaveCount(2);
  await expect(logos.nth(1)).toHaveAttribute('src', /equal-housing\.svg$/);
  pictures.complianceLogo = '';
  await page.reload();
  await expect(logos.nth(1)).toHaveAttribute('src', /light\.svg$/);
});

const password = 'Correct-horse-9!';
const first = (page: Page) => page.getByRole('textbox', { name: 'New password' });
const second = (page: Page) => page.getByRole('textbox', { name: 'Re-enter password' });
const link = (origin: string, token = 'the-token') =>
  `${origin}/setPassword?email=${encodeURIComponent(base64('avery.stone@harbor.example'))}&userToken=${token}&theme=dark`;

test('a link is checked first, and may be used, expired or invalid', {
  tag: [
    '@SETPW-02',
    '@SETPW-03',
    '@SETPW-04',
    '@SETPW-05',
    '@SETPW-06',
    '@SETPW-07',
    '@SETPW-08',
    '@SETPW-09',
    '@SETPW-10',
    '@SETPW-26',
  ],
}, async ({ page, company }) => {
  const check = await hold(page, validate);
  await page.goto(link(company.origin));
  expect((await check.asked).postDataJSON()).toEqual({ token: 'the-token' });
  await expect(page.getByRole('status')).toHaveText('Checking the link...');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await check.answer(200, { success: false, message: 'TOKEN_EXPIRED', email: null });
  await expect(page.getByRole('heading', { name: 'Link Expired' })).toBeFocused();
  const { loginTitle } = JSON.parse((await page.evaluate(() => localStorage.getItem('theme'))) ?? '{}');
  const expired = (title: string) =>
    `This link to set new password has expired. Please contact your Company Admin / Branch Admin / ${title} Expert and request for a new invite link.`;
  await expect(page.getByText(expired(loginTitle), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'GO TO LOGIN' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await answerWith(page, '/api/theme', 500, {});
  for (const [status, body] of [
    [200, { success: false, message: 'SOMETHING_NEW' }],
    [500, { code: 'LWAPI10500', message: 'Down.' }],
  ] as const) {
    await answerWith(page, validate, status, body);
    await page.goto(link(company.origin));
    await expect(page.getByText(expired('Keyturn'), { exact: true })).toBeVisible();
  }

  await answerWith(page, validate, 200, { success: false, message: 'USER_ALREADY_ACTIVE', email: 'a@b.co' });
  await page.goto(link(company.origin));
  await expect(page.getByRole('heading', { name: 'Already Registered' })).toBeFocused();
  await expect(
    page.getByText(
      "It seems that you've already registered your account. You can reset your password or go directly to the login page.",
      { exact: true },
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'RESET PASSWORD' }).click();
  await expect(page).toHaveURL(`${company.origin}/forgotPassword?email=YUBiLmNv`);
  await page.goBack();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('passwords can be pasted, and password managers find their fields', {
  tag: ['@A11Y-13'],
}, async ({ page, company }) => {
  await page.context().grantPermissions(['clipboard-write'], { origin: company.origin });
  await answerWith(page, validate, 200, { success: true, message: null, email: 'avery.stone@harbor.example' });
  await page.goto(link(company.origin));
  await first(page).waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), password);
  const paste = async (field: Locator, purpose: string) => {
    await expect(field).toHaveAttribute('autocomplete', purpose);
    await field.focus();
    await page.keyboard.press('Control+V');
    await expect(field).toHaveValue(password);
  };
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await paste(first(page), 'new-password');
  await paste(second(page), 'new-password');
  const login = await page.goto(`${company.origin}/login`);
  // Browsers may also offer a passkey.
  expect(login?.headers()['permissions-policy']).not.toContain('publickey-credentials');
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await paste(page.getByRole('textbox', { name: 'Password' }), 'current-password');
});

test('a new password is typed twice, with a live checklist of rules', {
  tag: [
    '@SETPW-01',
    '@SETPW-11',
    '@SETPW-12',
    '@SETPW-13',
    '@SETPW-14',
    '@SETPW-15',
    '@SETPW-16',
    '@SETPW-17',
    '@SETPW-18',
    '@SETPW-19',
    '@SETPW-21',
    '@SETPW-22',
    '@SETPW-23',
    '@SETPW-24',
    '@SETPW-25',
    '@SETPW-27',
    '@SETPW-29',
    '@SETPW-34',
    '@SETPW-35',
    '@SETPW-36',
    '@SETPW-37',
    '@SETPW-38',
    '@SETPW-39',
    '@SETPW-40',
    '@SETPW-41',
  ],
}, async ({ page, company }) => {
  await changeAnswer<{ links: object }>(page, '/api/config', (config) => {
    Object.assign(config.links, {
      subscriptionAgreement: 'https://example.com/agreement',
      termsOfUse: 'https://example.com/terms',
    });
  });
  await answerWith(page, validate, 200, { success: true, message: null, email: 'avery.stone@harbor.example' });
  const calls = callsOf(page, activate);
  await page.goto(link(company.origin));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(email(page)).toHaveValue('avery.stone@harbor.example');
  await expect(email(page)).toHaveAttribute('readonly', '');
  // The token is removed from the address, but survives a reload.
  expect(page.url()).not.toContain('the-token');
  await page.reload();
  await expect(first(page)).toBeVisible();
  expect(page.url()).not.toContain('the-token');
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);

  await button(page, 'SET NEW PASSWORD').click();
  await expect(page.getByText('Please enter valid password', { exact: true })).toBeVisible();
  await expect(page.getByText('Retype Password is required', { exact: true })).toBeVisible();
  await expect(first(page)).toBeFocused();
  await expectAccessible(page);

  const lists = page.getByRole('list');
  const labels = ['Min. 12 characters', '1 numeric character', '1 special character', '1 uppercase', '1 lowercase'];
  const met = async (list: number) =>
    (await lists.nth(list).getByRole('listitem').and(page.locator('[data-met="true"]')).allTextContents()).map((text) =>
      text.replace('met', ''),
    );
  expect(
    (await lists.nth(0).getByRole('listitem').allTextContents()).map((text) => text.replace('not met', '')),
  ).toEqual(labels);
  for (const [typed, ticked] of [
    ['a', ['1 lowercase']],
    ['aB', ['1 uppercase', '1 lowercase']],
    ['aB3', ['1 numeric character', '1 uppercase', '1 lowercase']],
    ['aB3?', ['1 numeric character', '1 uppercase', '1 lowercase']],
    ['aB3?!', labels.slice(1)],
    ['aB3?!abcdefg', labels],
  ] as const) {
    await first(page).fill(typed);
    expect(await met(0)).toEqual(ticked);
  }
  expect(await met(1)).toEqual([]);
  await second(page).fill('aB3');
  expect(await met(1)).toEqual(['1 numeric character', '1 uppercase', '1 lowercase']);

  const show = page.getByRole('button', { name: 'Show password' });
  await show.nth(0).click();
  await expect(first(page)).toHaveAttribute('type', 'text');
  await expect(second(page)).toHaveAttribute('type', 'password');
  await show.nth(1).click();
  await show.nth(0).click();
  await expect(first(page)).toHaveAttribute('type', 'password');
  await expect(second(page)).toHaveAttribute('type', 'text');

  await button(page, 'SET NEW PASSWORD').click();
  await expect(page.getByText('Passwords mismatch. Please re-enter', { exact: true })).toBeVisible();
  for (const refused of ['weak', `Aa1!${'x'.repeat(61)}`]) {
    await first(page).fill(refused);
    await second(page).fill(refused);
    await button(page, 'SET NEW PASSWORD').click();
    await expect(page.getByText('Please enter valid password', { exact: true })).toBeVisible();
  }
  expect(calls).toEqual([]);

  await expect(
    page.getByText('By setting your password you agree to the Platform Subscription Agreement and Terms of Use.'),
  ).toBeVisible();
  for (const [name, address] of [
    ['Platform Subscription Agreement', 'https://example.com/agreement'],
    ['Terms of Use', 'https://example.com/terms'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
    await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank');
  }

  await first(page).fill(password);
  await second(page).fill(password);
  for (const [body, text] of [
    [
      { code: 'LWAPI10422', message: 'This password is on a list of stolen ones.' },
      'This password is on a list of stolen ones.',
    ],
    [{}, 'Something went wrong. New password not set'],
  ] as const) {
    const attempt = await hold(page, activate);
    await button(page, 'SET NEW PASSWORD').click();
    await attempt.asked;
    await expect(first(page)).toBeDisabled();
    await expect(second(page)).toBeDisabled();
    await expect(button(page, 'SETTING NEW PASSWORD')).toBeDisabled();
    await expect(page.getByText('By setting your password you agree')).toBeVisible();
    await attempt.answer(500, body);
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(first(page)).toBeEnabled();
    await expect(first(page)).toBeFocused();
  }
  await answerWith(page, activate, 200, { success: true });
  await button(page, 'SET NEW PASSWORD').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Password set successfully! Log in to your account now', { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(calls.at(-1)).toEqual({ token: 'the-token', password });
});

test('the installation sets the length of passwords', { tag: ['@SETPW-28', '@SETPW-34'] }, async ({
  page,
  company,
}) => {
  await changeAnswer<{ auth: { passwordMinLength: number } }>(page, '/api/config', (config) => {
    config.auth.passwordMinLength = 10;
  });
  await answerWith(page, validate, 200, { success: true, message: null, email: null });
  await answerWith(page, activate, 200, { success: true });
  const calls = callsOf(page, activate);
  await page.goto(link(company.origin));
  await expect(page.getByText('Min. 10 characters')).toHaveCount(2);
  await expect(email(page)).toHaveValue('avery.stone@harbor.example');
  for (const typed of ['Abcdef12!', 'Abcdefg12!']) {
    expect(calls).toEqual([]);
    await first(page).fill(typed);
    await second(page).fill(typed);
    await button(page, 'SET NEW PASSWORD').click();
  }
  await expect.poll(() => calls.length).toBe(1);
});
