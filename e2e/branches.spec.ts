import type { Page, Request } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { createLoan } from './support/loans.ts';
import { giveRoles } from './support/people.ts';

type Me = { activeUser: { LinkedOrgs: Record<string, unknown>[] } };

const selector = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Branch: / });
const list = (page: Page) => page.getByRole('listbox', { name: 'Branches' });
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name });
const stored = (page: Page) =>
  page.evaluate(() => ({
    activeOrgUnit: localStorage.getItem('activeOrgUnit'),
    consolidated: localStorage.getItem('consolidated'),
  }));

/** Marks the page, to detect when it is reloaded. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { wasHereBefore: true }));
const expectLoadedAnew = (page: Page) =>
  expect.poll(() => page.evaluate(() => 'wasHereBefore' in window).catch(() => true)).toBe(false);

async function openLoans(page: Page, origin: string) {
  await page.goto(`${origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
}

async function switchTo(page: Page, name: string | RegExp) {
  await selector(page).click();
  await option(page, name).click();
}

test('a user with several branches selects one and finds one by name', {
  tag: ['@BRANCH-01', '@BRANCH-02', '@BRANCH-03', '@BRANCH-04', '@BRANCH-07'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await openLoans(page, company.origin);
  await expect(selector(page)).toHaveCount(0);

  await company.signIn(page, 'Noah Brooks');
  await openLoans(page, company.origin);
  await expect(selector(page)).toHaveAccessibleName('Branch: Bayside');
  await selector(page).click();
  await expect(list(page).getByRole('option')).toHaveText([/^Bayside/, /^Summit/]);
  const search = page.getByRole('textbox', { name: 'Search branches' });
  await expect(search).toBeFocused();
  await search.fill('sum');
  await expect(list(page).getByRole('option')).toHaveText([/^Summit/]);
  await search.fill('nowhere');
  await expect(list(page)).toHaveText('No Records Found');
  await expect(list(page).getByText('HQ')).toHaveCount(0);

  await company.signIn(page, 'Ines Duarte');
  await openLoans(page, company.origin);
  await selector(page).click();
  await expect(list(page).getByRole('option')).toHaveText([/^All$/, /^Harbor Home LendingHQ/, /^Bayside/]);
  await expect(list(page).getByText('HQ', { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const width of [390, 768]) {
    await expectNoSidewaysScroll(page, width);
    await selector(page).click();
    await expect(option(page, 'All')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('the list of branches has a maximum height', { tag: ['@BRANCH-05'] }, async ({ page, company }) => {
  await changeAnswer<Me>(page, '/api/users/me', ({ activeUser }) => {
    const [first] = activeUser.LinkedOrgs;
    activeUser.LinkedOrgs = Array.from({ length: 30 }, (_, index) => ({
      ...first,
      id: (first?.id as number) + index * 1000,
      displayName: `A branch with quite a long name, number ${index}`,
    }));
  });
  await company.signIn(page, 'Noah Brooks');
  await openLoans(page, company.origin);
  await selector(page).click();
  await expect(list(page).getByRole('option')).toHaveCount(30);
  const box = await page.getByRole('dialog').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(260);
  expect(box?.height).toBeLessThanOrEqual(450);
  const overflow = await list(page).evaluate((element) => element.scrollHeight > element.clientHeight);
  expect(overflow).toBe(true);
  await list(page).getByRole('option').last().scrollIntoViewIfNeeded();
  await expect(list(page).getByRole('option').last()).toBeInViewport();
});

test('the user menu lists the user’s branches with roles', {
  tag: ['@BRANCH-06', '@BRANCH-32'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await openLoans(page, company.origin);
  await page.getByRole('button', { name: 'Account: Avery Stone' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign-in and security' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Switch Branch or Role' })).toHaveCount(0);

  await company.signIn(page, 'Beth Sullivan');
  await openLoans(page, company.origin);
  await page.getByRole('button', { name: 'Account: Beth Sullivan' }).click();
  await page.getByRole('menuitem', { name: 'Switch Branch or Role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch Branch or Role' });
  await expect(dialog.getByRole('option')).toHaveText(['BaysideBranch Admin, Originator']);
  await expectAccessibleDialog(page, 'features/people/branch/switch-branch-dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await company.signIn(page, 'Noah Brooks');
  await openLoans(page, company.origin);
  await page.getByRole('button', { name: 'Account: Noah Brooks' }).click();
  await page.getByRole('menuitem', { name: 'Switch Branch or Role' }).click();
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Summit/ })
    .click();
  await expect(selector(page)).toHaveAccessibleName('Branch: Summit');
});

test('the owner and a pure company admin start with all branches', {
  tag: ['@BRANCH-08', '@BRANCH-09'],
}, async ({ page, company }) => {
  for (const [person, name, consolidated] of [
    ['Eleanor Hart', 'All', 'true'],
    ['Frank Delgado', 'All', 'true'],
    ['Ines Duarte', 'Harbor Home Lending', 'false'],
  ] as const) {
    await company.signIn(page, person);
    await page.evaluate(() => {
      localStorage.removeItem('activeOrgUnit');
      localStorage.removeItem('consolidated');
    });
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/loans');
    await openLoans(page, company.origin);
    await expect(selector(page), person).toHaveAccessibleName(`Branch: ${name}`);
    expect((await asked).headers()['x-consolidated'], person).toBe(consolidated);
    expect((await stored(page)).consolidated, person).toBe(consolidated);
    await selector(page).click();
    await expect(list(page).locator('[aria-current=true]')).toHaveText(new RegExp(`^${name}`));
  }
});

test('a switch is stored and removes the previous branch’s data', {
  tag: ['@BRANCH-10', '@BRANCH-11', '@BRANCH-12', '@BRANCH-13', '@BRANCH-14', '@BRANCH-15'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Ines Duarte');
  await openLoans(page, company.origin);
  const before = await stored(page);
  expect(before).toEqual({ activeOrgUnit: expect.stringMatching(/^\d+$/), consolidated: 'false' });
  await page.getByRole('button', { name: 'Stage' }).and(page.locator('[aria-haspopup]')).click();
  await page.getByRole('menuitemradio', { name: 'Clear to Close' }).click();
  await expect(page).toHaveURL(/stage=/);
  const kept = () => page.evaluate(() => localStorage.getItem('userFilters'));
  expect(JSON.parse((await kept()) ?? '{}')).toEqual({ loans: { stage: expect.stringMatching(/^\d+$/) } });
  // The list keeps its filters.
  await page.goto(`${company.origin}/app/xyz`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page).toHaveURL(/stage=/);
  await page.evaluate(() => {
    sessionStorage.setItem('recentSearches', '["ortiz"]');
    sessionStorage.setItem('contactListFilters', '{"string":"ortiz"}');
  });

  // The startup response contains the lookups.
  const isLookups = (request: Request) => new URL(request.url()).pathname === '/api/startup';
  const loaded = page.waitForRequest(isLookups);
  await page.goto(`${company.origin}/app/loans?orderBy=amount`);
  await loaded;
  await mark(page);
  const lookups = page.waitForRequest(isLookups);
  await switchTo(page, 'All');
  expect((await lookups).headers()).toMatchObject({
    'x-org-unit-id': before.activeOrgUnit,
    'x-consolidated': 'true',
  });
  await expectLoadedAnew(page);
  await expect(selector(page)).toHaveAccessibleName('Branch: All');
  expect(await stored(page)).toEqual({ activeOrgUnit: before.activeOrgUnit, consolidated: 'true' });
  expect(await kept()).toBeNull();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/recentSearches|contactListFilters/)]),
  );

  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/loans');
  await switchTo(page, /^Bayside/);
  await expect(selector(page)).toHaveAccessibleName('Branch: Bayside');
  const after = await stored(page);
  expect(after.consolidated).toBe('false');
  expect(after.activeOrgUnit).not.toBe(before.activeOrgUnit);
  expect((await asked).headers()['x-org-unit-id']).toBe(after.activeOrgUnit);
  // The choice survives a reload.
  await page.reload();
  await expect(selector(page)).toHaveAccessibleName('Branch: Bayside');
});

test('switching from a loan or a nested page opens the loans', {
  tag: ['@BRANCH-16', '@BRANCH-18'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Noah Brooks');
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${loan.id}/loan-info`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Ortiz');
  await switchTo(page, /^Summit/);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await expect(selector(page)).toHaveAccessibleName('Branch: Summit');

  await page.goto(`${company.origin}/app/user/security`);
  await switchTo(page, /^Bayside/);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('a list that the new role may open is reloaded, and reports lead to the loans', {
  tag: ['@BRANCH-21', '@BRANCH-30'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Frank Delgado');
  await page.evaluate(() => localStorage.removeItem('activeOrgUnit'));
  await page.goto(`${company.origin}/app/leads`);
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
  await mark(page);
  await switchTo(page, /^Summit/);
  await expectLoadedAnew(page);
  await expect(page).toHaveURL(new RegExp(`^${company.origin}/app/leads`));
  await expect(selector(page)).toHaveAccessibleName('Branch: Summit');

  // As a branch admin of Summit he may open both reports, but the switch still leaves them.
  for (const [report, heading, branch] of [
    ['revenue-reports', 'Revenue Reports', /^Harbor Home Lending/],
    ['call-reports', 'Call Reports', /^Summit/],
  ] as const) {
    await page.goto(`${company.origin}/app/${report}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await switchTo(page, branch);
    await expect(page, report).toHaveURL(`${company.origin}/app/loans`);
  }
});

test('a report that the new role may not open leads to the loans', {
  tag: ['@BRANCH-21', '@BRANCH-30'],
}, async ({ page, context, company }) => {
  const eleanor = await anotherBrowser(context);
  await company.signIn(eleanor, 'Eleanor Hart');
  await giveRoles(eleanor, 'Mei Tanaka', 'Summit', ['PROCESSOR']);
  await eleanor.context().close();
  await company.signIn(page, 'Mei Tanaka');
  await page.evaluate(() => localStorage.removeItem('activeOrgUnit'));
  await page.goto(`${company.origin}/app/revenue-reports`);
  await expect(page.getByRole('heading', { name: 'Revenue Reports', level: 1 })).toBeVisible();
  await switchTo(page, /^Summit/);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await page.goto(`${company.origin}/app/revenue-reports`);
  await expect(page.getByText('You do not have access to this page.')).toBeVisible();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('company settings lead to the loans in a branch without settings', {
  tag: ['@BRANCH-17', '@BRANCH-27'],
}, async ({ page, context, company }) => {
  await company.signIn(page, 'Frank Delgado');
  await page.goto(`${company.origin}/app/settings/billing`);
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await switchTo(page, /^Summit/);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);

  const eleanor = await anotherBrowser(context);
  await company.signIn(eleanor, 'Eleanor Hart');
  await giveRoles(eleanor, 'Victor Adeyemi', 'Bayside', ['ORIGINATOR']);
  await giveRoles(eleanor, 'Omar Haddad', 'Bayside', ['LOANADMIN']);
  await eleanor.context().close();
  for (const [person, branch] of [
    ['Frank Delgado', /^Summit/], // a branch admin there
    ['Victor Adeyemi', /^Bayside/], // a loan officer there
    ['Omar Haddad', /^Bayside/], // a loan admin there
  ] as const) {
    await company.signIn(page, person);
    await page.evaluate(() => localStorage.removeItem('activeOrgUnit'));
    await page.goto(`${company.origin}/app/settings/org-config`);
    await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible();
    await switchTo(page, branch);
    await expect(page, person).toHaveURL(`${company.origin}/app/loans`);
    await expect(selector(page)).toHaveAccessibleName(/Bayside|Summit/);
    // Their address doesn't open them either.
    await page.goto(`${company.origin}/app/settings/org-config`);
    await expect(page, person).toHaveURL(`${company.origin}/app/loans`);
  }
});

test('switching from the user’s own settings opens the loans', { tag: ['@BRANCH-28'] }, async ({
  page,
  context,
  company,
}) => {
  const eleanor = await anotherBrowser(context);
  await company.signIn(eleanor, 'Eleanor Hart');
  await giveRoles(eleanor, 'Paul Okafor', 'Summit', ['PROCESSOR']);
  await giveRoles(eleanor, 'Jamie Lin', 'Summit', ['ASSISTANT']);
  await eleanor.context().close();
  for (const person of ['Paul Okafor', 'Jamie Lin'] as const) {
    await company.signIn(page, person);
    await page.evaluate(() => localStorage.removeItem('activeOrgUnit'));
    await page.goto(`${company.origin}/app/user/edit`);
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await switchTo(page, /^Summit/);
    await expect(page, person).toHaveURL(`${company.origin}/app/loans`);
    // The profile is available, but the pages for loan officers aren't.
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'User Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    for (const below of ['licenses', 'api-integration']) {
      await page.goto(`${company.origin}/app/user/edit/${below}`);
      await expect(page, below).toHaveURL(`${company.origin}/app/loans`);
    }
  }
});

test('pages for loan officers are closed to admins', { tag: ['@BRANCH-29'] }, async ({ page, company }) => {
  for (const [person, branch] of [
    ['Frank Delgado', /^Summit/], // a company admin, and there a branch admin
    ['Ines Duarte', /^Bayside/], // a loan admin in both
  ] as const) {
    await company.signIn(page, person);
    await page.evaluate(() => localStorage.removeItem('activeOrgUnit'));
    await openLoans(page, company.origin);
    for (const isSwitched of [false, true]) {
      if (isSwitched) {
        await switchTo(page, branch);
        await expect(selector(page)).toHaveAccessibleName(/Bayside|Summit/);
      }
      for (const below of ['licenses', 'pricing-defaults', 'borrower-portal']) {
        await page.goto(`${company.origin}/app/user/edit/${below}`);
        await expect(page.getByText('You do not have access to this page.')).toBeVisible();
        await expect(page, `${person}: ${below}`).toHaveURL(`${company.origin}/app/loans`);
      }
    }
  }
});

test('other tabs are asked to follow a switch, and follow', {
  tag: ['@BRANCH-22', '@BRANCH-23', '@BRANCH-24', '@BRANCH-25'],
}, async ({ page, company, context }) => {
  await company.signIn(page, 'Noah Brooks');
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await openLoans(page, company.origin);
  const other = await context.newPage();
  await other.goto(`${company.origin}/app/loans/${loan.id}/loan-info`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Maya Ortiz');

  await switchTo(page, /^Summit/);
  await expect(selector(page)).toHaveAccessibleName('Branch: Summit');
  const dialog = other.getByRole('dialog', { name: 'Branch Switch Confirmation' });
  await expect(dialog).toContainText(
    'The branch has been switched in another tab. To ensure consistency, this tab will also switch to the same branch.',
  );
  await expect(dialog.getByRole('button')).toHaveText(['Continue']);
  await expectAccessibleDialog(other, 'features/people/branch/other-tab-dialog');
  await other.keyboard.press('Escape');
  await other.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect(selector(other).or(other.locator('[aria-label="Branch: Bayside"]')).first()).toHaveAttribute(
    'aria-label',
    'Branch: Bayside',
  );
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(`${company.origin}/app/loans`);
  await expect(selector(other)).toHaveAccessibleName('Branch: Summit');
  await expect(dialog).toHaveCount(0);

  // A list is refetched on the same page.
  await mark(page);
  await switchTo(other, /^Bayside/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectLoadedAnew(page);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await expect(selector(page)).toHaveAccessibleName('Branch: Bayside');
});

test('a tab with an open form is asked to follow, and follows after the form is closed', {
  tag: ['@BRANCH-25', '@BRANCH-26'],
}, async ({ page, company, context }) => {
  await company.signIn(page, 'Noah Brooks');
  await openLoans(page, company.origin);
  const other = await context.newPage();
  await other.goto(`${company.origin}/app/loans`);
  await other.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await other.getByRole('menuitem', { name: 'Loan' }).first().click();
  const form = other.getByRole('dialog', { name: 'Create Loan' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Maya');

  await switchTo(page, /^Summit/);
  const dialog = other.getByRole('dialog', { name: 'Branch Switch Confirmation' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const question = other.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Maya');

  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(selector(other)).toHaveAccessibleName('Branch: Summit');
});

test('a switch asks about unsaved changes first', { tag: ['@BRANCH-26'] }, async ({ page, company }) => {
  await company.signIn(page, 'Noah Brooks');
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${loan.id}/loan-info`);
  // Nothing can be saved.
  await page.route(`**/api/loans/${loan.id}/application`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('textbox', { name: 'First name' }).first().fill('Mayra');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });

  await switchTo(page, /^Summit/);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(selector(page)).toHaveAccessibleName('Branch: Bayside');
  await expect(page.getByRole('textbox', { name: 'First name' }).first()).toHaveValue('Mayra');

  await switchTo(page, /^Summit/);
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await expect(selector(page)).toHaveAccessibleName('Branch: Summit');
});

test('a stored branch to which the user has lost access is dropped', async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.evaluate(() => localStorage.setItem('activeOrgUnit', '999999'));
  await openLoans(page, company.origin);
  expect((await stored(page)).activeOrgUnit).not.toBe('999999');
});
