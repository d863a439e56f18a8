import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import type { Company, Person } from './support/company.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { call, createLoan } from './support/loans.ts';

async function openDialog(page: Page, origin: string): Promise<Locator> {
  await page.goto(`${origin}/app/loans`);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Loan', exact: false }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Loan' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const picker = (dialog: Locator, name: string) => dialog.getByRole('combobox', { name, exact: true });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function choose(dialog: Locator, slot: string, person: string): Promise<void> {
  await picker(dialog, slot).click();
  await dialog.page().getByRole('option', { name: person }).click();
  await expect(picker(dialog, slot)).toHaveValue(person);
}

async function fillMaya(dialog: Locator): Promise<void> {
  for (const [name, value] of [
    ['First name', 'Maya'],
    ['Last name', 'Ortiz'],
    ['Email', 'maya.ortiz@example.com'],
  ] as const) {
    await dialog.getByRole('textbox', { name }).fill(value);
  }
}

const membership = async (page: Page, name: string): Promise<{ id: number; user: number }> => {
  const answer = await call(page, 'GET', `/api/users/search/flat?string=${encodeURIComponent(name)}`);
  const { users } = answer.json as { users: { id: number; WizeUserOrgUnitId: number }[] };
  if (!users[0]) throw new Error(`nobody is called ${name}`);
  return { id: users[0].WizeUserOrgUnitId, user: users[0].id };
};

/** Sets an officer's default team, as the signed-in administrator. */
async function giveTeam(page: Page, officer: Person, team: [role: string, primary: boolean, name: string][]) {
  const { id } = await membership(page, officer);
  const members = [];
  for (const [LoanRole, primary, name] of team) {
    members.push({ LoanRole, primary, WizeUserOrgUnitId: (await membership(page, name)).id });
  }
  const given = await call(page, 'PUT', `/api/user-org-units/${id}/loan-team`, members, 0);
  // When the test is repeated, the team already exists.
  if (given.status !== 200 && given.status !== 409) throw new Error(`no team: ${JSON.stringify(given.json)}`);
}

async function givePriyaATeam(page: Page, company: Company): Promise<void> {
  await company.signIn(page, 'Grace Whitfield');
  await giveTeam(page, 'Priya Nguyen', [
    ['PROCESSOR', true, 'Paul Okafor'],
    ['ASSISTANT', true, 'Jamie Lin'],
    ['DISCLOSURE_DESK', true, 'Dana Price'],
    ['PAYROLL', true, 'Mei Tanaka'],
    ['LOCK_DESK', true, 'Mei Tanaka'],
    ['CLOSER', true, 'Carl Jensen'],
    ['FUNDER', true, 'Carl Jensen'],
  ]);
}

const pairs = [
  ['Loan Officer', 'Additional LO', 'Avery Stone'],
  ['Processor', 'Additional Processor', 'Paul Okafor'],
  ['LOA', 'Additional LOA', 'Jamie Lin'],
  ['Disclosure Desk', 'Additional Disclosure Desk', 'Dana Price'],
  ['Funder', 'Additional Funder', 'Carl Jensen'],
  ['Payroll', 'Additional Payroll', 'Mei Tanaka'],
  ['Lock Desk', 'Additional Lock Desk', 'Mei Tanaka'],
  ['Closer', 'Additional Closer', 'Carl Jensen'],
] as const;

test('a user who sees all slots fills two for each role, and all fields are sent', {
  tag: ['@TEAM-01', '@TEAM-02', '@TEAM-04', '@TEAM-05', '@TEAM-06', '@TEAM-07', '@TEAM-09', '@LOAN-24'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  const dialog = await openDialog(page, company.origin);
  await dialog.getByRole('button', { name: 'Desks' }).click();
  for (const [primary, additional] of pairs) {
    await expect(picker(dialog, primary)).toBeVisible();
    await expect(picker(dialog, additional)).toBeVisible();
  }
  await fillMaya(dialog);
  await picker(dialog, 'Loan Officer').click();
  const avery = page.getByRole('option', { name: 'Avery Stone' });
  await expect(avery).toContainText('Bayside');
  await avery.click();
  for (const [primary, , person] of pairs.slice(1)) await choose(dialog, primary, person);
  await choose(dialog, 'Additional LO', 'Priya Nguyen');
  await choose(dialog, 'Additional LOA', 'Hugo Lindqvist');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/loans') && request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  const { otherUsers } = (await sent).postDataJSON();
  const entry = (LoanRole: string, primary: boolean, fullName: string) =>
    expect.objectContaining({ LoanRole, primary, fullName, email: expect.stringContaining('@') });
  expect(otherUsers.loanAssistant).toEqual(entry('ASSISTANT', true, 'Jamie Lin'));
  expect(otherUsers.ProcessorUser).toEqual(entry('PROCESSOR', true, 'Paul Okafor'));
  expect(otherUsers.ProcessorOrgUnitId).toBeNull();
  expect(otherUsers.WizeUsers).toEqual([
    entry('ORIGINATOR', false, 'Priya Nguyen'),
    entry('ASSISTANT', false, 'Hugo Lindqvist'),
    entry('DISCLOSURE_DESK', true, 'Dana Price'),
    entry('FUNDER', true, 'Carl Jensen'),
    entry('PAYROLL', true, 'Mei Tanaka'),
    entry('LOCK_DESK', true, 'Mei Tanaka'),
    entry('CLOSER', true, 'Carl Jensen'),
  ]);
  await expect(page).toHaveURL(/loan-info$/);
  const team = page.getByRole('region', { name: 'Loan team' });
  await expect(team.getByRole('term')).toHaveText([
    ...['Loan Officer', 'Additional LO', 'Processor', 'LOA', 'Additional LOA', 'Disclosure Desk', 'Funder', 'Payroll'],
    ...['Lock Desk', 'Closer'],
  ]);
  await expect(team).toContainText('Paul Okafor, Bayside');
});

test('another officer replaces the team by a default one and triggers a license check', {
  tag: ['@TEAM-16', '@TEAM-17', '@TEAM-18', '@TEAM-19'],
}, async ({ page, company }) => {
  await givePriyaATeam(page, company);
  const priya = await membership(page, 'Priya Nguyen');
  const dialog = await openDialog(page, company.origin);
  await dialog.getByRole('button', { name: 'Desks' }).click();
  await choose(dialog, 'Loan Officer', 'Avery Stone');
  await choose(dialog, 'Additional LOA', 'Hugo Lindqvist');
  await choose(dialog, 'Additional Closer', 'Carl Jensen');

  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const isTeam = (url: URL) => url.pathname === `/api/user-org-units/${priya.id}/loan-team`;
  await page.route(isTeam, async (route) => {
    await held;
    await route.continue();
  });
  const team = page.waitForRequest((request) => isTeam(new URL(request.url())));
  const licenses = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/licenses'));
  await choose(dialog, 'Loan Officer', 'Priya Nguyen');
  await team;
  const asked = new URL((await licenses).url());
  expect(asked.pathname).toBe(`/api/users/${priya.user}/licenses`);
  expect(asked.searchParams.get('includeExpired')).toBe('false');
  for (const [primary, additional] of pairs) {
    if (primary !== 'Loan Officer') await expect(picker(dialog, primary)).toHaveValue('');
    await expect(picker(dialog, additional)).toHaveValue('');
  }
  release();
  for (const [primary, additional, person] of pairs) {
    await expect(picker(dialog, primary)).toHaveValue(primary === 'Loan Officer' ? 'Priya Nguyen' : person);
    await expect(picker(dialog, additional)).toHaveValue('');
  }
});

test('an officer without a license in the state causes a warning but doesn’t prevent saving', {
  tag: ['@TEAM-20'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const me = await membership(page, 'Avery Stone');
  await page.route(
    (url) => url.pathname === `/api/users/${me.user}/licenses`,
    (route) =>
      route.fulfill({
        json: [
          { licenseState: 'CA', isAuthorized: true },
          { licenseState: 'NV', isAuthorized: false },
        ],
      }),
  );
  const dialog = await openDialog(page, company.origin);
  const warning = dialog.getByRole('button', { name: 'Primary LO is not licensed' });
  const state = dialog.getByLabel('Subject property state').first();
  const chooseState = async (name: string) => {
    await state.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await expect(warning).toHaveCount(0);
  await chooseState('Texas');
  await expect(warning).toBeVisible();
  await warning.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Primary LO is not licensed to work in this state');
  await chooseState('California');
  await expect(warning).toHaveCount(0);
  await chooseState('Nevada');
  await expect(warning).toBeVisible();
  await fillMaya(dialog);
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(page).toHaveURL(/loan-info$/);
});

test('no user has both slots of a role', {
  tag: [
    ...['@TEAM-24', '@TEAM-25', '@TEAM-26', '@TEAM-27', '@TEAM-28', '@TEAM-29', '@TEAM-30', '@TEAM-31'],
    '@TEAM-32',
  ],
}, async ({ page, company }) => {
  let posts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/loans') && request.method() === 'POST') posts += 1;
  });
  await company.signIn(page, 'Grace Whitfield');
  const dialog = await openDialog(page, company.origin);
  await fillMaya(dialog);
  await dialog.getByRole('button', { name: 'Desks' }).click();
  for (const [primary, additional, person] of pairs) {
    await choose(dialog, primary, person);
    await choose(dialog, additional, person);
    const message = dialog.getByText(`${additional} can't be same as ${primary}`, { exact: true });
    await expect(message).toBeVisible();
    await dialog.getByRole('button', { name: 'Create Loan' }).click();
    await expect(picker(dialog, additional)).toBeFocused();
    await dialog.getByRole('button', { name: `Clear ${additional}` }).click();
    await expect(message).toHaveCount(0);
  }
  expect(posts).toBe(0);
});

test('a user who may not edit processors and desks doesn’t see them, but their defaults are sent', {
  tag: ['@TEAM-33', '@TEAM-34', '@TEAM-35'],
}, async ({ page, company }) => {
  await givePriyaATeam(page, company);
  await company.signIn(page, 'Priya Nguyen');
  const dialog = await openDialog(page, company.origin);
  await expect(picker(dialog, 'LOA')).toHaveValue('Jamie Lin');
  await expect(dialog.getByRole('button', { name: 'Desks' })).toHaveCount(0);
  for (const [primary, additional] of pairs) {
    const isSeen = primary === 'Loan Officer' || primary === 'LOA';
    await expect(picker(dialog, primary)).toHaveCount(isSeen ? 1 : 0);
    await expect(picker(dialog, additional)).toHaveCount(isSeen ? 1 : 0);
  }
  await fillMaya(dialog);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/loans') && request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  const { otherUsers } = (await sent).postDataJSON();
  expect(otherUsers.ProcessorUser).toMatchObject({ fullName: 'Paul Okafor', LoanRole: 'PROCESSOR', primary: true });
  await expect(page.getByRole('region', { name: 'Loan team' })).toContainText('Paul Okafor');

  // She may not choose another processor than the officer's.
  const me = await membership(page, 'Priya Nguyen');
  const rosa = await membership(page, 'Rosa Martinez');
  const other = { LoanRole: 'PROCESSOR', primary: true, WizeUserOrgUnitId: rosa.id };
  const refused = await call(page, 'POST', '/api/loans', {
    PrimaryBorrower: { firstName: 'Maya', lastName: 'Ortiz', email: 'maya.ortiz@example.com', phone: null },
    LoanPurposeType: 'Purchase',
    PropertyUsageType: 'PrimaryResidence',
    LoanOfficerId: me.id,
    otherUsers: { loanAssistant: null, WizeUsers: [], ProcessorUser: other, ProcessorOrgUnitId: null },
  });
  expect(refused.status).toBe(403);
});

test('the user who opens the dialog is placed in the slot of their first role', {
  tag: ['@TEAM-21', '@TEAM-22'],
}, async ({ page, company }) => {
  for (const [person, slot] of [
    ['Avery Stone', 'Loan Officer'],
    ['Hugo Lindqvist', 'Loan Officer'],
    ['Jamie Lin', 'LOA'],
    ['Paul Okafor', 'Processor'],
  ] as const) {
    await company.signIn(page, person);
    const dialog = await openDialog(page, company.origin);
    await expect(picker(dialog, slot)).toHaveValue(person);
  }
});

test('processors are searched for the officer, and contract processors have a badge', {
  tag: ['@TEAM-36', '@TEAM-37'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  const contracts = (await call(page, 'POST', '/api/processor-contracts', { nmlsId: '209001' })).json as { id: number };
  const avery = await membership(page, 'Avery Stone');
  const me = (await call(page, 'GET', '/api/users/me')).json as { activeUser: { LinkedOrgs: { id: number }[] } };
  const added = await call(page, 'POST', `/api/processor-contracts/${contracts.id}/processors`, {
    email: 'chris.doyle@clearpath.example',
    WizeOrgUnitId: me.activeUser.LinkedOrgs[0]?.id,
  });
  expect(added.status, JSON.stringify(added.json)).toBeLessThan(300);
  const dialog = await openDialog(page, company.origin);
  await choose(dialog, 'Loan Officer', 'Avery Stone');
  const asked = page.waitForRequest((request) => request.url().includes('/api/users/search/flat'));
  await picker(dialog, 'Processor').click();
  const query = Object.fromEntries(new URL((await asked).url()).searchParams);
  expect(query).toMatchObject({ loanOfficerId: String(avery.id), roles: '["PROCESSOR","CONTRACTPROCESSOR"]' });
  const options = page.getByRole('option');
  await expect(options).toHaveText([/Chris Doyle.*Contract/, /Paul Okafor/]);
  await expect(options.nth(1)).not.toContainText('Contract');
  await options.nth(0).click();
  const chosen = dialog
    .locator('[data-slot]', { hasText: 'Contract' })
    .or(dialog.getByText('Contract', { exact: true }));
  await expect(chosen).toBeVisible();
  await fillMaya(dialog);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/loans') && request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await sent).postDataJSON().otherUsers.ProcessorUser).toMatchObject({ LoanRole: 'CONTRACTPROCESSOR' });
  await expect(toast(page, /created successfully/)).toBeVisible();
});

test('a user who could not open the loan is warned before saving and stays on the page', {
  tag: ['@LOAN-46'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Jamie Lin');
  const dialog = await openDialog(page, company.origin);
  const warnings = dialog.getByRole('status', { name: 'Warnings' });
  await choose(dialog, 'Loan Officer', 'Avery Stone');
  const notInTeam = 'You will not have access to this loan as you are not on its team.';
  await expect(warnings).toHaveText(notInTeam);
  await choose(dialog, 'LOA', 'Jamie Lin');
  await expect(dialog.getByText(notInTeam)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Clear LOA', exact: true }).click();
  await expect(warnings).toHaveText(notInTeam);
  await fillMaya(dialog);
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(toast(page, /^Loan #\d+ created successfully$/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/loans$/);

  await company.signIn(page, 'Beth Sullivan');
  await openDialog(page, company.origin);
  await choose(dialog, 'Loan Officer', 'Marcus Bell');
  await expect(warnings).toHaveText(
    'You will not have access to this loan in the current branch as the Loan Officer belongs to another branch.',
  );
  await fillMaya(dialog);
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/loans$/);
});

test('the borrower is invited if the officer asks for it', { tag: ['@LOAN-20'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const dialog = await openDialog(page, company.origin);
  await fillMaya(dialog);
  const invite = dialog.getByRole('checkbox', { name: 'Invite Borrower' });
  await expect(invite).not.toBeChecked();
  await invite.click();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/loans') && request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create Loan' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ inviteBorrower: true });
  await expect(page).toHaveURL(/loan-info$/);
});

test('the team of a loan is changed by keyboard, and a conflict shows the other user’s change', async ({
  page,
  context,
  company,
}) => {
  await company.signIn(page, 'Beth Sullivan');
  const avery = await anotherBrowser(context);
  await company.signIn(avery, 'Avery Stone');
  const { id } = await createLoan(avery, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
  const members = page.getByRole('list', { name: 'Team' }).getByRole('listitem');
  await expect(members).toHaveText(['Avery StoneLoan Officer · Bayside']);
  const button = page.getByRole('button', { name: 'Change loan team' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change loan team' });
  await expect(picker(dialog, 'Loan Officer')).toHaveValue('Avery Stone');
  await picker(dialog, 'Processor').focus();
  await page.keyboard.type('Paul');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Paul Okafor/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker(dialog, 'Processor')).toHaveValue('Paul Okafor');
  await choose(dialog, 'Additional LO', 'Avery Stone');
  await expect(dialog.getByText("Additional LO can't be same as Loan Officer")).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear Additional LO', exact: true }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await picker(dialog, 'LOA').focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Loan team saved')).toBeVisible();
  await expect(members).toHaveText(['Avery StoneLoan Officer · Bayside', 'Paul OkaforProcessor · Bayside']);

  // Avery, whose dialog is open, comes second.
  await avery.goto(`${company.origin}/app/loans/${id}/loan-info`);
  await avery.getByRole('button', { name: 'Change loan team' }).click();
  const late = avery.getByRole('dialog', { name: 'Change loan team' });
  await expect(picker(late, 'LOA')).toBeVisible();
  await expect(picker(late, 'Processor')).toHaveCount(0);
  await choose(late, 'LOA', 'Jamie Lin');
  const hugo = (await membership(page, 'Hugo Lindqvist')).id;
  const to = { LoanRole: 'ASSISTANT', WizeUserOrgUnitId: hugo };
  const first = [{ slot: 'loanOfficerAssistant', from: null, to }];
  expect((await call(page, 'PATCH', `/api/loans/${id}/team`, first)).status).toBe(200);
  await late.getByRole('button', { name: 'Save' }).click();
  await expect(late.getByRole('alert')).toContainText('Beth Sullivan has changed this loan’s team in the meantime.');
  await expect(late.getByText('Now Hugo Lindqvist')).toBeVisible();
  await late.getByRole('button', { name: 'Save' }).click();
  await expect(toast(avery, 'Loan team saved')).toBeVisible();
  await expect(late).toHaveCount(0);
  await expect(avery.getByText('Jamie Lin, Bayside')).toBeVisible();

  // A user who gives the loan away is redirected to a page that they may see.
  await avery.getByRole('button', { name: 'Change loan team' }).click();
  await choose(late, 'Loan Officer', 'Priya Nguyen');
  await expect(late.getByRole('status', { name: 'Warnings' })).toContainText('you are not on its team');
  await late.getByRole('button', { name: 'Save' }).click();
  await expect(avery).toHaveURL(/\/app\/loans$/);
  await expect(members.first()).toContainText('Priya Nguyen');
});
