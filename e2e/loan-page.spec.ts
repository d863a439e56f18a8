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
const saveStatus = (page: Page) =>
  page.getByRole('complementary', { name: 'State of the application' }).getByRole('status');
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

test('the loan page shows the whole application by section of the form, in order', {
  tag: ['@URLA-01', '@URLA-03'],
}, async ({ page, company }) => {
  const id = await importLoan(page, 'refinance-with-real-estate.xml');
  await openLoan(page, company.origin, id);
  const entries = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(entries).toHaveCount(26);
  const keys = (await entries.allTextContents()).map((text) => /^(\d[a-e]?|L\d)/.exec(text)?.[0]);
  expect(keys.join(' ')).toBe('1a 1b 1c 1d 1e 2a 2b 2c 2d 3a 3b 3c 4a 4b 4c 4d 5a 5b 6 7 8 9 L1 L2 L3 L4');
  const personal = section(page, '1a Personal Information');
  await expect(personal.getByRole('textbox', { name: 'First name' })).toHaveValue('Lena');
  await expect(section(page, '3a Property You Own').getByRole('textbox', { name: 'Street' })).toHaveValue(
    '1240 Main Street',
  );
  await expect(section(page, 'L3 Mortgage Loan Information').getByRole('textbox', { name: 'Note Rate' })).toHaveValue(
    '5.875%',
  );
  // Sections 5 to 8 exist once for each borrower, section 4 once for the loan.
  const finances = section(page, '5b About Your Finances');
  await finances.getByText('Tomas').click();
  await expect(finances.getByRole('checkbox', { name: 'Chapter 7' })).toBeChecked();
  await expect(personal.getByRole('textbox', { name: 'First name' })).toHaveValue('Tomas');
  await expect(section(page, '4a Loan and Property Information').getByRole('radio', { name: 'Tomas' })).toHaveCount(0);

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
  await personal.getByRole('button', { name: 'Reveal Social Security Number' }).first().click();
  expect((await reveal).postDataJSON().path).toMatch(/^borrowers\/[0-9a-f-]+\/taxpayerIdentifier$/);
  await expect(personal.getByText(/^\d{3}-\d{2}-4321$/)).toBeVisible();
  await personal.getByRole('button', { name: 'Hide Social Security Number' }).click();
  await expect(personal.getByText('•••-••-4321')).toBeVisible();
  await personal.getByRole('button', { name: 'Reveal Social Security Number' }).first().click();
  await expect(personal.getByText(/^\d{3}-\d{2}-4321$/)).toBeVisible();
  await page.clock.fastForward('01:01');
  await expect(personal.getByText('•••-••-4321')).toBeVisible();
});

test('a change is saved without a button, and sends only what changed', { tag: ['@URLA-42'] }, async ({
  page,
  company,
}) => {
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  const patch = () => page.waitForRequest((request) => request.method() === 'PATCH');
  const firstSent = patch();
  await personal.getByRole('textbox', { name: 'First name' }).fill('Mia');
  await page.keyboard.press('Tab');
  expect((await firstSent).postDataJSON()).toEqual([
    { path: expect.stringMatching(/^borrowers\/.+\/firstName$/), from: 'Maya', to: 'Mia' },
  ]);
  await expect(saveStatus(page)).toHaveText(/^Saved \d+:\d\d [AP]M$/);
  // Without leaving the field, the pause after the last key saves.
  const secondSent = patch();
  await personal.getByRole('textbox', { name: 'Cell phone' }).pressSequentially('4155550132');
  await expect(personal.getByRole('textbox', { name: 'Cell phone' })).toHaveValue('(415) 555-0132');
  expect((await secondSent).postDataJSON()).toEqual([
    { path: expect.stringMatching(/^borrowers\/.+\/cellPhone$/), from: null, to: '4155550132' },
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia Ortiz');
  await expect(page).toHaveTitle(/^Mia Ortiz, /);

  const property = section(page, '4a Loan and Property Information');
  await property.getByRole('combobox', { name: 'Loan purpose' }).selectOption('Refinance');
  await expect(page.locator('dl').filter({ hasText: 'Purpose' }).first()).toContainText('Refinance');
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await page.reload();
  await expect(personal.getByRole('textbox', { name: 'First name' })).toHaveValue('Mia');
  await expect(personal.getByRole('textbox', { name: 'Cell phone' })).toHaveValue('(415) 555-0132');
  await expect(property.getByRole('combobox', { name: 'Loan purpose' })).toHaveValue('Refinance');
});

test('a refused value stays at its field with the message, and the rest is saved', async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Noah', lastName: 'Kim' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  const email = personal.getByRole('textbox', { name: 'Email' });
  await email.fill('nobody');
  await email.press('Tab');
  await expect(personal.getByText('Please enter valid email')).toBeVisible();
  await expect(saveStatus(page)).toHaveText('Not saved1 field isn’t saved');
  await email.fill('a@b..com');
  await email.press('Tab');
  await expect(personal.getByText('Please enter valid email')).toBeVisible();
  await expect(email).toHaveValue('a@b..com');
  await personal.getByRole('textbox', { name: 'Middle name' }).fill('James');
  await page.keyboard.press('Tab');
  await expect
    .poll(async () => ((await call(page, 'GET', `/api/loans/${id}/application`)).json as Shown).application.borrowers)
    .toEqual([expect.objectContaining({ middleName: 'James' })]);
  await email.fill('noah.kim@example.com');
  await email.press('Tab');
  await expect(saveStatus(page)).toHaveText(/^Saved/);
});

type Shown = { application: { borrowers: unknown[] } };

test('users who change the same field choose which value to keep', { tag: ['@URLA-45'] }, async ({
  page,
  context,
  company,
}) => {
  const { id } = await createLoan(page, { firstName: 'Emma', lastName: 'Silva' });
  const other = await anotherBrowser(context);
  await company.signIn(other, 'Omar Haddad');
  // This page doesn't hear of the other's changes before it saves.
  await page.routeWebSocket(/\/rtc\/api\/socket$/, () => {});
  await openLoan(page, company.origin, id);
  await openLoan(other, company.origin, id);
  const edit = async (who: Page, first: string) => {
    await section(who, '1a Personal Information').getByRole('textbox', { name: 'First name' }).fill(first);
    await who.keyboard.press('Tab');
  };
  await edit(other, 'Emmeline');
  await expect(saveStatus(other)).toHaveText(/^Saved/);
  await edit(page, 'Emily');
  const conflict = page.getByRole('dialog', { name: 'Edit conflict' });
  await expect(conflict).toContainText('Omar Haddad changed this field');
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(/› First name$/);
  await expect(conflict.getByRole('definition')).toHaveText(['Emily', 'Emmeline']);
  await expectAccessibleDialog(page, 'features/loans/form/conflict-dialog');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emily Silva');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Emily Silva');

  await edit(other, 'Emma');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Emma Silva');
  await edit(page, 'Emilia');
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emma Silva');
  await expect(section(page, '1a Personal Information').getByRole('textbox', { name: 'First name' })).toHaveValue(
    'Emma',
  );
  await other.context().close();
});

test('leaving with unsaved changes always asks first', { tag: ['@PLUS-11', '@PLUS-12'] }, async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Grace', lastName: 'Patel' });
  await openLoan(page, company.origin, id);
  const personal = section(page, '1a Personal Information');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  // Nothing can be saved.
  await page.route(`**/api/loans/${id}/application`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await personal.getByRole('textbox', { name: 'First name' }).fill('Gloria');
  await page.keyboard.press('Tab');
  await expect(saveStatus(page)).toContainText('Not saved');
  const plus = async (item: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('menuitem', { name: item }).first().click();
  };
  for (const leave of [
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click(),
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
  await expect(personal.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
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
  const firstName = section(other, '1a Personal Information').getByRole('textbox', { name: 'First name' });

  await openLoan(page, company.origin, id);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('You have locked this loan')).toBeVisible();

  const again = other.waitForRequest(
    (request) => request.method() === 'GET' && pathOf(request.url()) === `/api/loans/${id}`,
  );
  await firstName.fill('Dino');
  await firstName.press('Tab');
  await expect(toast(other, 'This Loan is currently Read-Only.')).toBeVisible();
  await again;
  await expect(other.getByText(/^Avery Stone has locked this loan since/)).toBeVisible();
  // What he typed stays to be read, and is saved when the lock ends.
  await expect(firstName).toHaveCount(0);
  await expect(section(other, '1a Personal Information').getByText('Dino')).toBeVisible();
  await expect(saveStatus(other)).toContainText('Not saved');

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

  await saveStatus(other).getByRole('button', { name: 'Retry' }).click();
  await expect(firstName).toHaveValue('Dino');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Dino Novak');
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
  await expect(section(page, '1a Personal Information').getByRole('textbox', { name: 'First name' })).toHaveValue(
    'Eva',
  );
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
