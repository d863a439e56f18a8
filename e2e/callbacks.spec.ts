import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { answerWith, changeAnswer, hold } from './support/failures.ts';
import { call } from './support/loans.ts';
import { scriptVectors } from './support/script-vectors.ts';

const storedRedirect = (page: Page) => page.evaluate(() => sessionStorage.getItem('redirect'));
const tokens = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')));

test('public pages open without a sign-in', { tag: ['@AUTH-08', '@AUTH-10', '@AUTH-13', '@AUTH-14'] }, async ({
  page,
  company,
}) => {
  const authorized: string[] = [];
  page.on('request', (request) => request.url().includes('/oidc/authorize') && authorized.push(request.url()));
  for (const [path, text] of [
    ['/setPassword', 'Link Expired'],
    ['/forgotPassword', 'Reset Password'],
    ['/reset-mfa', 'Reset MFA'],
    ['/reset-mfa-confirmation', 'Invalid URL'],
    ['/idp', 'We could not process this request.'],
    ['/session-ended', 'Session Ended'],
    ['/e-sign-callback?event=signing_complete&loanId=5', 'Thank you. Your documents have been processed.'],
    ['/download', 'This download link is invalid or has expired.'],
  ] as const) {
    await page.goto(company.origin + path);
    await expect(page.getByText(text).first()).toBeVisible();
  }
  // These two redirect soon.
  for (const [path, text] of [
    ['/callback', 'Signing in...'],
    ['/partner/rocket/auth/callback?code=x', 'Connecting to Rocket Pro...'],
  ] as const) {
    await page.goto(company.origin + path);
    await expect(page.getByText(text)).toBeVisible();
  }
  expect(authorized).toEqual([]);
});

test('a signed link downloads its file or says that it has expired', { tag: ['@AUTH-14'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  const upload = await call(page, 'POST', '/api/files/upload-url', { fileName: 'José 1003.fnm', size: 8 });
  const { fileId, fileUploadSignedUrl } = upload.json as { fileId: string; fileUploadSignedUrl: string };
  await page.evaluate((address) => fetch(address, { method: 'PUT', body: 'the file' }), fileUploadSignedUrl);
  const link = (await call(page, 'POST', `/api/files/${fileId}/download-url`)).json as { downloadUrl: string };

  const otherBrowser = await anotherBrowser(page.context());
  const file = otherBrowser.waitForEvent('download');
  await otherBrowser.goto(link.downloadUrl);
  expect((await file).suggestedFilename()).toBe('José 1003.fnm');
  expect(await readFile(await (await file).path(), 'utf8')).toBe('the file');
  await expect(otherBrowser.getByText('Your download has started.')).toBeVisible();
  await expect(otherBrowser).toHaveURL(`${company.origin}/download`);
  await otherBrowser.goto(`${link.downloadUrl}x`);
  await expect(otherBrowser.getByText('This download link is invalid or has expired.')).toBeVisible();
});

test('the e-sign window notifies the window that opened it', { tag: ['@AUTH-13'] }, async ({ page, company }) => {
  await page.goto(`${company.origin}/session-ended`);
  const messages = await page.evaluate(
    (address) =>
      new Promise((hear) => {
        window.addEventListener('message', ({ data, origin }) => hear({ data, origin }), { once: true });
        window.open(address);
      }),
    `${company.origin}/e-sign-callback?event=signing_complete&loanId=5`,
  );
  expect(messages).toEqual({
    data: { type: 'e-sign-callback', event: 'signing_complete', loanId: '5' },
    origin: company.origin,
  });
});

test('a lender’s callback passes its code to the server', {
  tag: ['@CALLBACK-01', '@CALLBACK-02', '@CALLBACK-03', '@CALLBACK-04', '@CALLBACK-05', '@CALLBACK-06'],
}, async ({ page, company }) => {
  const handOn = '/api/lender-integrations/rocket/post-authenticate';
  await company.signIn(page, 'Avery Stone');
  const held = await hold(page, handOn);
  await page.goto(`${company.origin}/partner/rocket/auth/callback?code=the-code&loanId=5`);
  expect((await held.asked).postDataJSON()).toEqual({
    code: 'the-code',
    callbackUrl: `${company.origin}/partner/rocket/auth/callback`,
  });
  expect(page.url()).not.toContain('the-code');
  await expect(page.getByText('Connecting to Rocket Pro...')).toBeVisible();
  await held.answer(200, { success: true, message: null });
  await expect(page).toHaveURL(`${company.origin}/app/loans/5/loan-center`);

  await page.clock.install();
  await answerWith(page, handOn, 200, { success: true, message: null });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(`${company.origin}/partner/rocket/auth/callback?code=x`);
  await expect(page.getByText('Connecting to Rocket Pro...')).toBeVisible();
  await page.clock.runFor(900);
  expect(page.url()).toContain('/partner/rocket/auth/callback');
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`${company.origin}/app/settings/lender-integration`);
  await page.clock.resume();
  await expect(
    page.getByText('Rocket Pro has been successfully authorized into your account.', { exact: true }),
  ).toBeVisible();

  for (const [status, body] of [
    [200, { success: false, message: 'Denied' }],
    [500, { code: 'LWAPI10500', message: 'Down.' }],
  ] as const) {
    await answerWith(page, handOn, status, body);
    // All other addresses with /callback in them belong to lenders.
    await page.goto(`${company.origin}/lenders/other/callback?code=x`);
    await expect(page).toHaveURL(/\/app\/settings\/lender-integration\?status=/);
    expect(new URL(page.url()).searchParams.get('status')).toBe('Authentication failed');
    await expect(page.getByRole('alert').filter({ hasText: /^Authentication failed$/ })).toBeVisible();
  }
});

test('an error of the provider is shown, then replaced by the page for sign-in errors', {
  tag: ['@CALLBACK-07', '@CALLBACK-08', '@CALLBACK-09'],
}, async ({ page, company }) => {
  await page.clock.install();
  await page.goto(`${company.origin}/oidc/error?error=invalid_scope&error_description=No%20such%20scope`);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await expect(page.getByRole('heading')).toHaveText('An error has occured');
  await expect(
    page.getByText('Something went wrong when trying to authorize your application.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('No such scope')).toBeVisible();
  await expectAccessible(page);
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL(/\/autherror/);
  expect(addresses[0]).toBe(`${company.origin}/callback?error=invalid_scope&error_description=No+such+scope`);
  await expect(page.getByText('No such scope')).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page).toHaveURL(/\/autherror/);
});

test('the callback opens the requested page, signs out, or opens the start page', {
  tag: ['@CALLBACK-10', '@CALLBACK-11', '@CALLBACK-12', '@SESSION-21'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.evaluate(() => sessionStorage.setItem('redirect', btoa('/app/loans?orderBy=amount')));
  await page.goto(`${company.origin}/callback`);
  await expect(page).toHaveURL(`${company.origin}/app/loans?orderBy=amount`);
  expect(await storedRedirect(page)).toBeNull();

  const logout = page.waitForRequest((request) => request.url().endsWith('/api/auth/logout'));
  await page.goto(`${company.origin}/callback?logout=true&reason=Signed%20out%20by%20the%20bank`);
  await logout;
  await expect(page).toHaveURL(`${company.origin}/session-ended?reason=Signed+out+by+the+bank`);
  await expect(page.getByText('Signed out by the bank')).toBeVisible();
  expect(await tokens(page)).toEqual([]);

  // A borrower portal's licensing id stays in the address.
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/1234/callback?logout=true`);
  await expect(page).toHaveURL(`${company.origin}/1234/session-ended`);
  expect(await tokens(page)).toEqual([]);

  await page.clock.install();
  await page.goto(`${company.origin}/callback`);
  await expect(page.getByText('Signing in...')).toBeVisible();
  await page.clock.fastForward(9_000);
  await expect(page).toHaveURL(`${company.origin}/callback`);
  const start = page.waitForRequest((request) => request.isNavigationRequest());
  await page.clock.fastForward(1_500);
  expect((await start).url()).toBe(`${company.origin}/`);
});

test('an identity provider’s portal can start a sign-in only from known hosts', {
  tag: ['@CALLBACK-13', '@CALLBACK-14'],
}, async ({ page, company }) => {
  await changeAnswer<{ auth: { idpHosts: string[] } }>(page, '/api/config', (config) => {
    config.auth.idpHosts = ['login.example.com'];
  });
  await page.route('https://login.example.com/**', (route) => route.fulfill({ body: 'the other provider' }));
  const sso = encodeURIComponent('https://login.example.com/saml?SAMLRequest=abc');
  await page.goto(`${company.origin}/idp?sso=${sso}&relayState=${encodeURIComponent('/app/leads')}`);
  await expect(page).toHaveURL('https://login.example.com/saml?SAMLRequest=abc');
  await page.goto(`${company.origin}/session-ended`);
  expect(await storedRedirect(page)).toBe(Buffer.from('/app/leads').toString('base64'));

  for (const address of ['https://evil.example/', 'http://login.example.com/', 'javascript:alert(1)']) {
    await page.goto(`${company.origin}/idp?sso=${encodeURIComponent(address)}&relayState=//evil.example`);
    await expect(page).toHaveURL(`${company.origin}/requesterror`);
    await expect(page.getByText('We could not process this request.')).toBeVisible();
  }
});

test('an expired password and a blocked account lead to the form for a new password', {
  tag: ['@SESSION-16', '@SESSION-17', '@SESSION-18'],
}, async ({ page, company }) => {
  const shown = (reason: string) => page.goto(`${company.origin}/session-ended?reason=${encodeURIComponent(reason)}`);
  await shown('{"message":"reset password","email":"a@b.co"}');
  await expect(page).toHaveURL(`${company.origin}/forgotPassword?reason=reset+password&email=YUBiLmNv`);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('a@b.co');
  await expect(page.getByText('Your password has expired. We request you to change your password.')).toBeVisible();
  await shown('user is blocked');
  await expect(page).toHaveURL(`${company.origin}/forgotPassword?reason=reset+password`);
  await shown('{"message":"Signed out');
  await expect(page.getByText('{"message":"Signed out')).toBeVisible();
});

test('the session-ended page neither runs nor follows anything in its message', { tag: ['@SESSION-14'] }, async ({
  page,
  company,
}) => {
  expect(scriptVectors.length).toBeGreaterThanOrEqual(100);
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(company.origin) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.goto(`${company.origin}/session-ended?message=${encodeURIComponent('<b>first</b>')}`);
  await expect(page.locator('b')).toHaveText('first');
  for (const vector of scriptVectors) {
    const found = await page.evaluate(async (message) => {
      history.pushState(null, '', `/session-ended?message=${encodeURIComponent(`${message}<b>end</b>`)}`);
      dispatchEvent(new PopStateEvent('popstate'));
      for (let frame = 0; frame < 4; frame += 1) await new Promise((next) => requestAnimationFrame(next));
      const place = document.querySelector('main > div');
      const odd: string[] = [];
      for (const element of place?.querySelectorAll('*') ?? []) {
        if (!['B', 'I', 'EM', 'STRONG', 'BR', 'P', 'A'].includes(element.tagName)) odd.push(element.outerHTML);
        for (const { name } of element.attributes) if (!['href', 'rel'].includes(name)) odd.push(element.outerHTML);
        if (element instanceof HTMLAnchorElement && element.origin !== location.origin) odd.push(element.outerHTML);
      }
      return { odd, ran: 'ran' in window, isShown: place !== null };
    }, vector);
    expect(found, vector).toEqual({ odd: [], ran: false, isShown: true });
  }
  expect(ran).toEqual([]);
  expect(foreign).toEqual([]);
});
