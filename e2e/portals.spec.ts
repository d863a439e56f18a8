import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, type Company, companyWith, expect, type Person, test } from './support/company.ts';
import { call } from './support/loans.ts';

const main = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const account = (page: Page, person: Person) => page.getByRole('button', { name: `Account: ${person}` });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = async (page: Page, saved: string) => {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(saved, { exact: true })).toBeVisible();
};

/** Sets portal addresses of the signed-in officer. An empty address removes one. */
async function setOwn(page: Page, addresses: { borrowerPortalUrl?: string; realtorPortalUrl?: string }): Promise<void> {
  const path = '/api/users/me/portals';
  const { version } = (await call(page, 'GET', path)).json as { version: number };
  expect((await call(page, 'PATCH', path, addresses, version)).status).toBe(200);
}

async function openMenu(page: Page, company: Company, person: Person): Promise<void> {
  await page.goto(`${company.origin}/app/loans`);
  await account(page, person).click();
  await expect(item(page, 'User Settings')).toBeVisible();
}

test('an officer sets portal addresses, and the user menu links to them', {
  tag: ['@PORTAL-03', '@PORTAL-04', '@PORTAL-05', '@PORTAL-06', '@PORTAL-07'],
}, async ({ page, company, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: company.origin });
  await page.clock.install();
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/user/edit/borrower-portal`);
  await expect(page.getByRole('heading', { level: 1, name: 'Portal links' })).toBeVisible();
  await textbox(page, 'Borrower portal').fill('http://apply.example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('A portal address starts with https://')).toBeVisible();
  await expectAccessible(page);
  await textbox(page, 'Borrower portal').fill('https://apply.example.com/cove');
  await textbox(page, 'Agent portal').fill('https://agents.example.com/cove');
  await save(page, 'Saved.');
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The menu shows them at once.
  await account(page, 'Avery Stone').click();
  const link = 'https://apply.example.com/cove/300001';
  await expect(item(page, 'Borrower Portal')).toHaveAttribute('href', link);
  await expect(item(page, 'Borrower Portal')).toHaveAttribute('target', '_blank');
  await expect(item(page, 'Agent Portal')).toHaveAttribute('href', 'https://agents.example.com/cove');
  await expectAccessible(page);

  await item(page, 'Copy link: Agent Portal').click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe('https://agents.example.com/cove');
  // From here on the test advances the page's clock.
  await page.clock.pauseAt(Date.now() + 500);
  await item(page, 'Copy link: Borrower Portal').click();
  const copied = item(page, 'Copy link: Borrower Portal').getByText('copied');
  await expect(copied).toBeVisible();
  expect(await clipboard()).toBe(link);
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(150);
  await expect(copied).toHaveCount(0);

  await page.clock.resume();
  expect((await call(page, 'PATCH', '/api/users/me/config', { spanishInd: true })).status).toBe(200);
  await openMenu(page, company, 'Avery Stone');
  await expect(item(page, 'Borrower Portal (English)')).toHaveAttribute('href', link);
  await expect(item(page, 'Borrower Portal (Spanish)')).toHaveAttribute('href', `${link}?lang=es`);
  await expect(item(page, 'Borrower Portal')).toHaveCount(0);
});

test('an officer without own addresses uses those of the branch, then the company’s', {
  tag: ['@PORTAL-03', '@PORTAL-04', '@PORTAL-07'],
}, async ({ page, context }) => {
  const company = await companyWith('portals', {});
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  const panel = page.getByRole('region', { name: 'Portal addresses' });
  await panel.getByLabel('Borrower portal', { exact: true }).fill('https://apply.example.com');
  await panel.getByLabel('Borrower portal in Spanish').fill('https://solicitud.example.com');
  await panel.getByLabel('Agent portal').fill('https://agents.example.com');
  await save(page, 'Settings saved.');

  const avery = await anotherBrowser(context);
  await company.signIn(avery, 'Avery Stone');
  expect((await call(avery, 'PATCH', '/api/users/me/config', { spanishInd: true })).status).toBe(200);
  await openMenu(avery, company, 'Avery Stone');
  await expect(item(avery, 'Borrower Portal (English)')).toHaveAttribute('href', 'https://apply.example.com/300001');
  await expect(item(avery, 'Borrower Portal (Spanish)')).toHaveAttribute(
    'href',
    'https://solicitud.example.com/300001',
  );
  await expect(item(avery, 'Agent Portal')).toHaveAttribute('href', 'https://agents.example.com');

  // The branch admin sets another borrower portal for Bayside.
  await company.signIn(page, 'Beth Sullivan');
  const { activeUser } = (await call(page, 'GET', '/api/users/me')).json as { activeUser: { WizeOrgUnitId: number } };
  await page.goto(`${company.origin}/app/settings/branches/${activeUser.WizeOrgUnitId}`);
  await panel.getByLabel('Borrower portal', { exact: true }).fill('https://bayside.example.com');
  await save(page, 'Settings saved.');
  await openMenu(avery, company, 'Avery Stone');
  await expect(item(avery, 'Borrower Portal (English)')).toHaveAttribute('href', 'https://bayside.example.com/300001');
  await expect(item(avery, 'Borrower Portal (Spanish)')).toHaveAttribute(
    'href',
    'https://bayside.example.com/300001?lang=es',
  );
  await expect(item(avery, 'Agent Portal')).toHaveAttribute('href', 'https://agents.example.com');
  await avery.context().close();
});

test('only loan officers with portal addresses see portal links', {
  tag: ['@PORTAL-08', '@PORTAL-09'],
}, async ({ page, context }) => {
  const company = await companyWith('links', {});
  await company.signIn(page, 'Priya Nguyen');
  for (const [borrower, realtor] of [
    ['', ''],
    ['https://apply.example.com/cove', ''],
    ['', 'https://agents.example.com/cove'],
    ['https://apply.example.com/cove', 'https://agents.example.com/cove'],
  ] as const) {
    await setOwn(page, { borrowerPortalUrl: borrower, realtorPortalUrl: realtor });
    await openMenu(page, company, 'Priya Nguyen');
    await expect(item(page, 'Borrower Portal')).toHaveCount(borrower ? 1 : 0);
    await expect(item(page, 'Agent Portal')).toHaveCount(realtor ? 1 : 0);
  }
  // A processor works in a company with both portals and sees neither link.
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  const { activeUser } = (await call(grace, 'GET', '/api/users/me')).json as { activeUser: { WizeOrgUnitId: number } };
  const path = `/api/org-units/${activeUser.WizeOrgUnitId}`;
  const addresses = { borrowerPortalUrl: 'https://apply.example.com', realtorPortalUrl: 'https://agents.example.com' };
  expect((await call(grace, 'PATCH', path, addresses, 1)).status).toBe(200);
  await grace.context().close();
  await company.signIn(page, 'Paul Okafor');
  const me = (await call(page, 'GET', '/api/users/me')).json as { activeUser: typeof addresses };
  expect(me.activeUser).toMatchObject(addresses);
  await openMenu(page, company, 'Paul Okafor');
  await expect(item(page, 'Borrower Portal')).toHaveCount(0);
  await expect(item(page, 'Agent Portal')).toHaveCount(0);
});

test('a failure to copy a link is logged only to the console', {
  tag: ['@PORTAL-11'],
}, async ({ page, company }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  await company.signIn(page, 'Marcus Bell');
  await setOwn(page, { realtorPortalUrl: 'https://agents.example.com/cove' });
  await openMenu(page, company, 'Marcus Bell');
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be copied'));
  await item(page, 'Copy link: Agent Portal').click();
  expect((await logged).type()).toBe('error');
  await expect(item(page, 'Copy link: Agent Portal')).not.toContainText('copied');
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0);
});

test('a company admin hides and orders header tabs by role, and restores the default', {
  tag: ['@SHELL-36', '@SHELL-37'],
}, async ({ page, context }) => {
  const company = await companyWith('tabs', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/user/edit`);
  const links = main(page).getByRole('link');
  await expect(links).toHaveText(['Dashboard', 'Loans', 'Leads', 'Tasks']);
  /** Saving the profile refetches the user. */
  const refresh = async (title: string) => {
    await page.getByLabel('Job title').fill(title);
    await save(page, 'Saved.');
  };

  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await grace.goto(`${company.origin}/app/settings/header-tabs`);
  const saved = async (act: () => Promise<void>) => {
    const answered = grace.waitForResponse((response) => response.request().method() === 'PUT');
    await act();
    expect((await answered).status()).toBe(200);
  };
  await grace.getByRole('combobox', { name: 'Role' }).click();
  await grace.getByRole('option', { name: 'Originator' }).click();
  await expect(grace.getByText('Follows the setting of all roles')).toBeVisible();
  await saved(() => grace.getByRole('switch', { name: 'Leads' }).click({ force: true }));
  await expect(grace.getByText('Set for this role')).toBeVisible();
  await expect(grace.getByRole('switch', { name: 'Leads' })).not.toBeChecked();
  await saved(() => grace.getByRole('button', { name: 'Move Dashboard down' }).click());
  await expectAccessible(grace);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(grace, width);

  await refresh('Loan officer');
  await expect(links).toHaveText(['Loans', 'Dashboard', 'Tasks']);
  await page.goto(`${company.origin}/app/user/edit`);
  await expect(links).toHaveText(['Loans', 'Dashboard', 'Tasks']);
  // Hiding a tab doesn't remove the permission.
  await page.goto(`${company.origin}/app/leads`);
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
  await page.goto(`${company.origin}/app/user/edit`);

  await saved(() => grace.getByRole('button', { name: 'Use the default' }).click());
  await refresh('Senior loan officer');
  await expect(links).toHaveText(['Dashboard', 'Loans', 'Leads', 'Tasks']);
  await grace.context().close();
});
