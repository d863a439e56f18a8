import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { call, createLoan } from './support/loans.ts';

const pathOf = (url: string) => new URL(url).pathname;
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
const section = (page: Page, name: string) => page.getByRole('region', { name });
const openLoan = async (page: Page, origin: string, id: number) => {
  await page.goto(`${origin}/app/loans/${id}/loan-info`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** Imports a file of this project. Returns the loan's id. */
async function importLoan(page: Page, name: string): Promise<number> {
  const text = await readFile(resolve(import.meta.dirname, '../crates/lending/tests/fixtures', name), 'utf8');
  return page.evaluate(
    async ([fileName, content]) => {
      const key = Object.keys(localStorage).find((item) => item.startsWith('oidc.user:')) ?? '';
      const { id_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const post = async (path: string, body: unknown) => {
        const answer = await fetch(path, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${id_token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': crypto.randomUUID(),
          },
          body: JSON.stringify(body),
        });
        return answer.json();
      };
      const { fileId, fileUploadSignedUrl } = await post('/api/files/upload-url', { fileName });
      await fetch(fileUploadSignedUrl, { method: 'PUT', body: content });
      await post('/api/imports/mismo', { fileName, filePath: `imports/${fileId}/${fileName}` });
      const me = await fetch('/api/users/me', { headers: { Authorization: `Bearer ${id_token}` } });
      const { activeUser } = await me.json();
      const loan = await post('/api/loans/from-mismo', {
        PrimaryBorrower: {},
        LoanPurposeType: 'Refinance',
        PropertyUsageType: 'PrimaryResidence',
        LoanOfficerId: activeUser.WizeUserOrgUnitId,
        fileId,
        importType: 'ACTIVE_LOAN',
      });
      return loan.id;
    },
    [name, text] as const,
  );
}

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('the loan page shows the whole application by section of the form, in order', async ({ page, company }) => {
  const id = await importLoan(page, 'refinance-with-real-estate.xml');
  await openLoan(page, company.origin, id);
  const entries = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(entries).toHaveCount(26);
  const keys = (await entries.allTextContents()).map((text) => /^(\d[a-e]?|L\d)/.exec(text)?.[0]);
  expect(keys.join(' ')).toBe('1a 1b 1c 1d 1e 2a 2b 2c 2d 3a 3b 3c 4a 4b 4c 4d 5a 5b 6 7 8 9 L1 L2 L3 L4');
  const personal = section(page, '1a Personal Information');
  await expect(personal.getByRole('heading', { level: 3 }).first()).toHaveText('Lena Lindqvist');
  await expect(section(page, '3a Property You Own')).toContainText('1240 Main Street, Baltimore, MD 21201');
  await expect(section(page, 'L3 Mortgage Loan Information')).toContainText('5.875%');
  await expect(section(page, '5b About Your Finances')).toContainText('Yes, Chapter Seven');

  await entries.filter({ hasText: 'Mortgage Loan Information' }).click();
  await expect(page).toHaveURL(/#L3$/);
  await expect(section(page, 'L3 Mortgage Loan Information')).toBeInViewport();
  await expect(entries.filter({ hasText: 'Mortgage Loan Information' })).toHaveAttribute('aria-current', 'location');
  // A link opens its section.
  await page.reload();
  await expect(section(page, 'L3 Mortgage Loan Information')).toBeInViewport();
});

test('a Social Security number is masked until it is revealed, and again afterwards', async ({ page, company }) => {
  const id = await importLoan(page, 'refinance-with-real-estate.xml');
  await page.clock.install();
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  await expect(personal.getByText('•••-••-4321')).toBeVisible();
  expect(await page.content()).not.toMatch(/\b\d{3}-?\d{2}-?4321\b/);
  const reveal = page.waitForRequest((request) => pathOf(request.url()) === `/api/loans/${id}/reveals`);
  await personal.getByRole('button', { name: 'Reveal SSN or ITIN' }).first().click();
  expect((await reveal).postDataJSON().path).toMatch(/^borrowers\/[0-9a-f-]+\/taxpayerIdentifier$/);
  await expect(personal.getByText(/^\d{3}-\d{2}-4321$/)).toBeVisible();
  await personal.getByRole('button', { name: 'Hide SSN or ITIN' }).click();
  await expect(personal.getByText('•••-••-4321')).toBeVisible();
  await personal.getByRole('button', { name: 'Reveal SSN or ITIN' }).first().click();
  await expect(personal.getByText(/^\d{3}-\d{2}-4321$/)).toBeVisible();
  await page.clock.fastForward('01:01');
  await expect(personal.getByText('•••-••-4321')).toBeVisible();
});

test('a save sends only the changes, and they appear everywhere', async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  await personal.getByRole('button', { name: 'Edit Personal Information' }).click();
  await expect(personal.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await personal.getByRole('textbox', { name: 'First name' }).fill('Mia');
  await personal.getByRole('textbox', { name: 'Cell phone' }).pressSequentially('4155550132');
  await expect(personal.getByRole('textbox', { name: 'Cell phone' })).toHaveValue('(415) 555-0132');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await personal.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual([
    { path: expect.stringMatching(/^borrowers\/.+\/firstName$/), from: 'Maya', to: 'Mia' },
    { path: expect.stringMatching(/^borrowers\/.+\/cellPhone$/), from: null, to: '4155550132' },
  ]);
  await expect(toast(page, 'Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia Ortiz');
  await expect(page).toHaveTitle(/^Mia Ortiz, /);
  await expect(personal).toContainText('(415) 555-0132');

  const property = section(page, '4a Loan and Property Information');
  await property.getByRole('button', { name: /^Edit/ }).click();
  await property.getByLabel('Loan purpose').first().click();
  await page.getByRole('option', { name: 'Refinance' }).click();
  await property.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner').first()).toBeVisible();
  await expect(property.getByRole('definition').filter({ hasText: 'Refinance' })).toBeVisible();
});

test('an error of the server is shown at its field', async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Noah', lastName: 'Kim' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  await personal.getByRole('button', { name: /^Edit/ }).click();
  await personal.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await personal.getByRole('button', { name: 'Save' }).click();
  await expect(personal.getByText('Please enter valid email')).toBeVisible();
  await personal.getByRole('textbox', { name: 'Email' }).fill('a@b..com');
  await personal.getByRole('button', { name: 'Save' }).click();
  await expect(personal.getByText('Please enter valid email')).toBeVisible();
});

test('users who change the same field choose which value to keep', async ({ page, context, company }) => {
  const { id } = await createLoan(page, { firstName: 'Emma', lastName: 'Silva' });
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Omar Haddad');
  const edit = async (who: Page, first: string) => {
    await openLoan(who, company.origin, id);
    await section(who, '1a Personal Information').getByRole('button', { name: /^Edit/ }).click();
    await section(who, '1a Personal Information').getByRole('textbox', { name: 'First name' }).fill(first);
  };
  await edit(page, 'Emily');
  await edit(other, 'Emmeline');
  await section(other, '1a Personal Information').getByRole('button', { name: 'Save' }).click();
  await expect(toast(other, 'Changes saved')).toBeVisible();

  await section(page, '1a Personal Information').getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Edit conflict' });
  await expect(conflict).toContainText('Omar Haddad changed this field');
  await expect(conflict).toContainText('First name');
  await expect(conflict.getByRole('definition')).toHaveText(['Emily', 'Emmeline']);
  await expectAccessibleDialog(page, 'features/loans/page/conflict-dialog');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emily Silva');

  await edit(page, 'Emilia');
  await edit(other, 'Emma');
  await section(other, '1a Personal Information').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Emma Silva');
  await section(page, '1a Personal Information').getByRole('button', { name: 'Save' }).click();
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emma Silva');
  await other.context().close();
});

test('leaving with unsaved changes always asks first', { tag: ['@PLUS-11', '@PLUS-12'] }, async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Grace', lastName: 'Patel' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await personal.getByRole('button', { name: /^Edit/ }).click();
  await personal.getByRole('textbox', { name: 'First name' }).fill('Gloria');
  const plus = async (item: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('menuitem', { name: item }).first().click();
  };
  for (const leave of [
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click(),
    () => personal.getByRole('button', { name: 'Cancel' }).click(),
    () => plus('Loan'),
    () => plus('MISMO 3.4 Import'),
  ]) {
    await leave();
    await expect(question).toContainText('There are unsaved changes. Are you sure you want to continue?');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(personal.getByRole('textbox', { name: 'First name' })).toHaveValue('Gloria');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // Opening a section isn't leaving.
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: /Title Information/ })
    .click();
  await expect(question).toHaveCount(0);
  await plus('MISMO 3.4 Import');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('dialog', { name: 'Import MISMO 3.4 File' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(personal.getByRole('textbox', { name: 'First name' })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('a lock prevents others from changing the loan, and leaving releases it', {
  tag: ['@ERROR-01', '@ERROR-02', '@SESSION-09', '@LOAN-63'],
}, async ({ page, context, company }) => {
  const { id } = await createLoan(page, { firstName: 'Diego', lastName: 'Novak' });
  const other = await anotherBrowser(context);
  // He learns of the lock when he saves, because he gets no live events.
  await other.routeWebSocket(/\/rtc\/api\/socket$/, () => {});
  await company.signIn(other, 'Omar Haddad');
  await openLoan(other, company.origin, id);
  await section(other, '1a Personal Information').getByRole('button', { name: /^Edit/ }).click();
  await section(other, '1a Personal Information').getByRole('textbox', { name: 'First name' }).fill('Dino');

  await openLoan(page, company.origin, id);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('You have locked this loan')).toBeVisible();

  const again = other.waitForRequest(
    (request) => request.method() === 'GET' && pathOf(request.url()) === `/api/loans/${id}`,
  );
  await section(other, '1a Personal Information').getByRole('button', { name: 'Save' }).click();
  await expect(toast(other, 'This Loan is currently Read-Only.')).toBeVisible();
  await again;
  await expect(other.getByText(/^Avery Stone has locked this loan since/)).toBeVisible();
  await expect(section(other, '1a Personal Information').getByRole('textbox', { name: 'First name' })).toBeDisabled();
  await expect(section(other, '1a Personal Information').getByRole('button', { name: 'Save' })).toBeDisabled();

  const calls: { path: string; exit: string | undefined }[] = [];
  page.on('request', (request) => {
    if (pathOf(request.url()).startsWith('/api/')) {
      calls.push({ path: pathOf(request.url()), exit: request.headers()['x-loan-exit'] });
    }
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page.getByRole('table', { name: 'Loans' })).toBeVisible();
  await page.getByRole('searchbox').fill('novak');
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  expect(calls[0]?.exit).toBe('true');
  expect(calls.slice(1).map(({ exit }) => exit)).toEqual(calls.slice(1).map(() => undefined));

  await other.reload();
  await expect(section(other, '1a Personal Information').getByRole('button', { name: /^Edit/ })).toBeVisible();
  await other.context().close();
});

test('logging out of an open loan releases its lock first', { tag: ['@SESSION-20'] }, async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Sofia', lastName: 'Cohen' });
  await openLoan(page, company.origin, id);
  const calls: string[] = [];
  page.on('request', (request) => {
    const path = pathOf(request.url());
    if (path.endsWith('/lock') || path === '/api/auth/logout') calls.push(`${request.method()} ${path}`);
  });
  await page.getByRole('button', { name: 'Account: Avery Stone' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${company.origin}/session-ended`);
  expect(calls).toEqual([`DELETE /api/loans/${id}/lock`, 'POST /api/auth/logout']);
});

test('an open loan shows changes by others', async ({ page, context, company }) => {
  const { id } = await createLoan(page, { firstName: 'Ava', lastName: 'Meyer' });
  await page.clock.install();
  await openLoan(page, company.origin, id);
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Omar Haddad');
  const document = (await call(other, 'GET', `/api/loans/${id}/application`)).json as {
    application: { borrowers: { id: string }[] };
  };
  const path = `borrowers/${document.application.borrowers[0]?.id}/firstName`;
  await call(other, 'PATCH', `/api/loans/${id}/application`, [{ path, from: 'Ava', to: 'Eva' }]);
  const poll = page.waitForRequest((request) => request.headers()['x-background'] === '1');
  await page.clock.fastForward('00:31');
  await poll;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eva Meyer');
  await expect(section(page, '1a Personal Information')).toContainText('Eva Meyer');
  await other.context().close();
});

test('a loan that doesn’t exist or that the user may not see is not found', async ({ page, context, company }) => {
  const { id } = await createLoan(page, { firstName: 'Zoe', lastName: 'Ali' });
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Marcus Bell');
  for (const [who, address] of [
    [page, '/app/loans/999999999/loan-info'],
    [page, '/app/loans/abc/loan-info'],
    [other, `/app/loans/${id}/loan-info`],
  ] as const) {
    await who.goto(`${company.origin}${address}`);
    await expect(who.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await expect(who.getByRole('banner').getByRole('link', { name: 'Loans' })).toBeVisible();
  }
  await other.context().close();
});

test('any 423 shows a warning', { tag: ['@ERROR-01'] }, async ({ page, company }) => {
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  await answerWith(page, '/api/loans', 423, { code: 'LWLOAN10423', message: 'This Loan is currently Read-Only.' });
  await page.getByRole('searchbox').fill('ortiz');
  await expect(toast(page, 'This Loan is currently Read-Only.')).toBeVisible();
});
