import { expect, test } from './support/company.ts';
import { createLoan } from './support/loans.ts';
import { watchPolicy } from './support/policy.ts';

/** Pages without sign-in, in all states that an address can produce. */
const publicPages = [
  '/login',
  '/forgotPassword',
  '/setPassword?email=YQ==&userToken=x&theme=light',
  '/login/reset-mfa',
  '/reset-mfa-confirmation?userToken=x&email=YQ==',
  '/session-ended?message=%3Cb%3EBye%3C/b%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/autherror?error=access_denied',
  '/servererror',
  '/requesterror',
  '/e-sign-callback?event=signing_complete&loanId=1',
  '/download?token=x',
  '/not-found',
  '/oidc/error?error=access_denied&error_description=Denied',
];

test('no public page violates its content security policy', async ({ page, company }) => {
  const violations = await watchPolicy(page);
  for (const path of publicPages) {
    const answer = await page.goto(`${company.origin}${path}`);
    expect(answer?.headers()['content-security-policy'], path).toContain("script-src 'self'");
    await expect(page.locator('#root')).not.toBeEmpty();
    // It redirects to itself with its authorization request. The next page is opened afterwards.
    if (path === '/login') await expect(page).toHaveURL(/request=/);
    await page.waitForLoadState('load');
  }
  expect(violations()).toEqual([]);
});

test('no page of the app violates its content security policy', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  const violations = await watchPolicy(page);
  for (const path of ['/', '/app/loans', '/app/user/security', `/app/loans/${loan.id}/application`]) {
    await page.goto(`${company.origin}${path}`);
    await expect(page.locator('header')).toBeVisible();
    await page.waitForLoadState('load');
  }
  expect(violations()).toEqual([]);
  // The check itself works: a violation is reported.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.body.append(script);
  });
  await expect.poll(() => violations().map(({ directive }) => directive)).toEqual(['script-src-elem']);
  expect(await page.title()).not.toBe('run');
});
