import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, signIn, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { createLoan } from './support/loans.ts';
import { mailTo } from './support/mail.ts';

const origin = () => `http://localhost:${process.env.KEYTURN_PORT}`;
const signInAsSam = (page: Page) => signIn(page, origin(), 'sam.rivera@provider.example');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('Sam starts in the provider’s area and uses its pages', {
  tag: ['@ORG-13', '@ORG-14', '@ORG-17', '@ORG-18', '@ORG-22'],
}, async ({ page }) => {
  await signInAsSam(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(pathname + search);
  });
  await page.goto(`${origin()}/`);
  await expect(page).toHaveURL(`${origin()}/org`);
  await expect(heading(page, 'Companies')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Companies' })).toContainText('Harbor Home Lending');
  await expect.poll(() => asked).toContain('/api/lookups?keys=pipelines');
  expect(asked).toContain('/api/pricing/lookups');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Companies', 'Users', 'Jobs']);
  await expectAccessible(page);

  await bar.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(`${origin()}/org/users`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastOrgRoute'))).toBe('/org/users');
  await page.goto(`${origin()}/org/xyz`);
  await expect(heading(page, 'Not Found')).toBeVisible();
  await expect(bar).toBeVisible();
  await page.goto(`${origin()}/app/loans`);
  await expect(page).toHaveURL(`${origin()}/org`);
  await page.goto(`${origin()}/app/user/security`);
  await expect(heading(page, 'Sign-in and security')).toBeVisible();
});

test('Sam sees waiting and failed jobs and retries them', async ({ page }) => {
  const failure = {
    id: 4711,
    kind: 'send-mail',
    state: 'RETRYING',
    companyId: 2,
    companyName: 'Harbor Home Lending',
    attempts: 3,
    attemptsMax: 12,
    error: 'The mail server is not there.',
    failedAt: new Date().toISOString(),
    nextAt: new Date().toISOString(),
  };
  // The server's own response with one failure added, because no job fails here.
  await changeAnswer<{ failures: object[]; kinds: { kind: string; retrying: number }[] }>(
    page,
    '/api/org-admin/jobs',
    (jobs) => {
      jobs.failures.push(failure);
      const mail = jobs.kinds.find(({ kind }) => kind === 'send-mail');
      if (mail) mail.retrying = 2;
    },
  );
  await signInAsSam(page);
  await page.goto(`${origin()}/org/jobs`);
  const row = page.getByRole('table', { name: 'Failures' }).getByRole('row').filter({ hasText: 'Send mail' });
  await expect(row).toContainText('Retrying');
  await expect(row).toContainText('The mail server is not there.');
  await expect(row).toContainText('3 of 12');
  await expect(row.getByRole('link', { name: 'Harbor Home Lending' })).toBeVisible();
  const kinds = page.getByRole('table', { name: 'Kinds of jobs' });
  await expect(kinds.getByRole('row', { name: /^Sweep/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  const all = page.waitForRequest((request) => request.url().endsWith('/api/org-admin/job-retries'));
  await kinds.getByRole('button', { name: 'Retry all of Send mail' }).click();
  expect((await all).postDataJSON()).toEqual({ kind: 'send-mail' });
  await expect(page.getByText('No failed jobs left.')).toBeVisible();
  // This job isn't in the queue, so the retry shows an error.
  await row.getByRole('button', { name: 'Retry Send mail 4711' }).click();
  await expect(page.getByText('Not found, or you have no access.')).toBeVisible();
  // The page keeps polling.
  await page.unrouteAll({ behavior: 'wait' });
});

test('other users who open the provider’s area are redirected to the app', { tag: ['@ORG-16', '@ORG-23'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  for (const path of ['/org', '/org/users', '/org/anything']) {
    await page.goto(company.origin + path);
    await expect(page).toHaveURL(`${company.origin}/app/loans`);
  }
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/org`);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('Sam finds Avery, acts on her behalf, and returns to the same search', {
  tag: ['@ORG-15', '@ORG-19', '@ORG-20', '@ORG-21', '@ORG-22', '@NAV-22', '@NAV-23'],
}, async ({ page, context, company }) => {
  const hers = await context.newPage();
  await company.signIn(hers, 'Avery Stone');
  await createLoan(hers, { firstName: 'Rosalind', lastName: 'Sedgwick' });
  await hers.close();
  await signInAsSam(page);
  await page.goto(`${origin()}/org/users`);
  await expect(heading(page, 'Find a user in any company')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name' }).fill('avery stone');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/searchOption=user&searchValue=avery\+stone$/);
  await page.getByRole('combobox', { name: 'Search by' }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  await page.getByRole('searchbox', { name: 'Email' }).fill(company.email('Avery Stone'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/searchOption=email/);
  const table = page.getByRole('table', { name: 'Users' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Bayside: Originator');
  await expectAccessible(page);
  const search = new URL(page.url()).search;
  const before = await page.evaluate(() => localStorage.getItem('activeOrgUnit'));

  await page.getByRole('button', { name: 'Impersonate Avery Stone' }).click();
  await expect(page).toHaveURL(`${origin()}/app/loans`);
  const bar = page.getByRole('region', { name: 'Acting on behalf of another user' });
  await expect(bar).toContainText('Signed in as Sam Rivera, acting for Avery Stone');
  await expect(bar).toContainText('Bayside');
  await expect(page.getByRole('button', { name: 'Account: Avery Stone' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem('activeOrgUnit'))).toBe(before);
  // A record opened from the search also has the link back to it.
  await expect(bar.getByRole('button', { name: 'Back to Super Admin' })).toBeVisible();
  const back = page.getByRole('banner').getByRole('button', { name: 'Back to Search' });
  await expect(back).toHaveCount(0);
  await page.keyboard.press('/');
  const searched = page.getByRole('dialog', { name: 'Search', exact: true }).getByRole('combobox', { name: 'Search' });
  await searched.fill('sedgwick');
  await page
    .getByRole('option', { name: /Rosalind Sedgwick/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/app\/loans\/\d+\/loan-info$/);
  await expect(back).toBeVisible();
  await back.click();
  await expect(searched).toHaveValue('sedgwick');
  await page.keyboard.press('Escape');

  // It applies to this tab only. The provider's area is closed to it.
  await page.goto(`${origin()}/org`);
  await expect(page).toHaveURL(`${origin()}/app/loans`);
  await expect(bar).toBeVisible();
  await page.goto(`${origin()}/app/xyz`);
  await expect(bar).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${origin()}/`);
  await expect(other).toHaveURL(`${origin()}/org`);
  await other.close();

  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The other tab was at the start of the area, but this one returns to its search.
  await page.evaluate((stored) => {
    localStorage.setItem('lastOrgRoute', '/org/users');
    const params = new URLSearchParams(stored);
    for (const key of ['searchOption', 'searchValue']) localStorage.setItem(key, params.get(key) ?? '');
  }, search);
  await bar.getByRole('button', { name: 'Back to Super Admin' }).click();
  await expect(page).toHaveURL(`${origin()}/org/users${search}`);
  await expect(page.getByRole('searchbox', { name: 'Email' })).toHaveValue(company.email('Avery Stone'));
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(bar).toHaveCount(0);
});

test('if the server ends acting on behalf of a user, the area opens with a message', async ({ page, company }) => {
  await signInAsSam(page);
  await page.goto(`${origin()}/org/users?searchOption=email&searchValue=${company.email('Priya Nguyen')}`);
  await page.getByRole('button', { name: 'Impersonate Priya Nguyen' }).click();
  await expect(page).toHaveURL(`${origin()}/app/loans`);
  // As after an hour of inactivity: the tab's session no longer acts on behalf of the user.
  await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const { id_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const headers = { Authorization: `Bearer ${id_token}`, 'x-session-id': sessionStorage.getItem('sessionId') ?? '' };
    await fetch('/api/org-admin/impersonation', { method: 'DELETE', headers });
  });
  await page.getByRole('searchbox').fill('somebody');
  await expect(page).toHaveURL(/\/org\/users\?searchOption=email/);
  await expect(page.getByText('You no longer act on behalf of another user.')).toBeVisible();
});

test('Sam creates a company, sets it up, and suspends it', { tag: ['@ORG-13'] }, async ({ page }) => {
  // From creation to suspension, with each page checked.
  test.slow();
  const slug = `lake-${Date.now().toString(36)}`;
  await signInAsSam(page);
  await page.goto(`${origin()}/org`);
  await page.getByRole('button', { name: 'New company' }).click();
  const dialog = page.getByRole('dialog', { name: 'New company' });
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(dialog.getByText('This is required').first()).toBeVisible();
  await expectAccessibleDialog(page, 'features/orgs/companies/new-company-modal');
  await dialog.getByRole('textbox', { name: 'Legal name' }).fill('Lake Lending');
  await dialog.getByRole('textbox', { name: 'Short name' }).fill(slug);
  await dialog.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Michigan' }).click();
  await dialog.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: 'Eastern Time' }).click();
  await dialog.getByRole('textbox', { name: 'Host name' }).fill('harbor.localhost');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Cole');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`ada.cole@${slug}.example`);
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(dialog.getByText('This host belongs to another company')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Host name' }).fill(`${slug}.localhost`);
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lake Lending' })).toBeVisible();
  expect((await mailTo(`ada.cole@${slug}.example`)).subject).toBe('Lake Lending invites you');
  await expectAccessible(page);

  const sections = page.getByRole('navigation', { name: 'Sections of the company' });
  await page.getByRole('textbox', { name: 'Display name' }).fill('Lake');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lake' })).toBeVisible();
  await sections.getByRole('link', { name: 'Domains' }).click();
  await page.getByRole('button', { name: 'Add a host' }).click();
  const hosts = page.getByRole('textbox', { name: 'Host name' });
  await hosts.nth(1).fill('not a host');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter a host name such as loans.example.com')).toBeVisible();
  await hosts.nth(1).fill(`loans.${slug}.example`);
  // The error disappears some event loop turns later, and the content below moves up.
  await expect(page.getByText('Enter a host name such as loans.example.com')).toHaveCount(0);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saved;
  await expect(page.getByText('You have unsaved changes.')).toHaveCount(0);
  await page.reload();
  await expect(hosts).toHaveCount(2);
  await expectAccessible(page);
  await sections.getByRole('link', { name: 'Branches' }).click();
  await expect(heading(page, 'No branches')).toBeVisible();
  await sections.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Ada Cole');
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Invited');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Lake is suspended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
  for (const width of [390, 768, 1440]) await expectNoSidewaysScroll(page, width);
  await page.goto(`${origin()}/org?state=SUSPENDED`);
  await expect(page.getByRole('table', { name: 'Companies' })).toContainText('Lake');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'Companies' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
});
