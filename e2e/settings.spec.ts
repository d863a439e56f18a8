import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { call } from './support/loans.ts';

const textbox = (page: import('@playwright/test').Page, name: string) =>
  page.getByRole('textbox', { name, exact: true });

test('Grace sets up her company', { tag: ['@SETTINGS-02', '@NAV-21', '@USERMENU-05'] }, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Company Settings', exact: true }).click();
  await expect(page).toHaveURL(`${company.origin}/app/settings/org-config`);
  await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible();
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await expect(settings.getByRole('link', { name: 'Organization' })).toHaveAttribute('aria-current', 'page');
  await expect(textbox(page, 'Display name')).toHaveValue('Harbor Home Lending');
  await expectAccessible(page);
  for (const width of [1440, 768, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toHaveCount(0);
  await textbox(page, 'Display name').fill('Harbor Lending');
  await textbox(page, 'City').fill('Oakland');
  await textbox(page, 'Session timeout').fill('4');
  await textbox(page, 'Loan number pattern').fill('HH-{YY}');
  await page.getByRole('button', { name: 'Add a day' }).click();
  await save.click();
  await expect(page.getByText('The session timeout must be 5 to 480 minutes')).toBeVisible();
  await expect(page.getByText('The pattern must contain {id}')).toBeVisible();
  await expect(page.getByText('Choose a date')).toBeVisible();

  await textbox(page, 'Session timeout').fill('45');
  await textbox(page, 'Loan number pattern').fill('HH-{YY}-{id}');
  const year = String(new Date().getFullYear()).slice(-2);
  await expect(page.getByText(`Example: HH-${year}-`)).toBeVisible();
  await textbox(page, 'Date 1').fill('12/24/2026');
  await textbox(page, 'Date 1').press('Tab');
  await textbox(page, 'Name 1').fill('Christmas Eve');
  await page.getByRole('checkbox', { name: 'Open on Saturdays' }).check();
  await page.getByRole('combobox', { name: 'Time zone' }).or(textbox(page, 'Time zone')).click();
  await page.getByRole('option', { name: 'Mountain Time', exact: true }).click();
  await save.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(save).toHaveCount(0);

  await page.reload();
  await expect(textbox(page, 'Display name')).toHaveValue('Harbor Lending');
  await expect(textbox(page, 'Session timeout')).toHaveValue('45');
  await expect(textbox(page, 'Date 1')).toHaveValue('12/24/2026');
  await expect(textbox(page, 'Name 1')).toHaveValue('Christmas Eve');
  await expect(page.getByRole('checkbox', { name: 'Open on Saturdays' })).toBeChecked();
  await page.getByRole('button', { name: 'Remove Christmas Eve' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(textbox(page, 'Name 1')).toHaveValue('Christmas Eve');
});

test('a colleague’s change is reported, and the user’s own changes stay', async ({ page, context, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await textbox(page, 'Street').fill('1 Harbor Way');

  const omar = await anotherBrowser(context);
  await company.signIn(omar, 'Omar Haddad');
  await omar.goto(`${company.origin}/app/settings/org-config`);
  await textbox(omar, 'Legal name').fill('Harbor Home Lending, Inc.');
  await omar.getByRole('button', { name: 'Save changes' }).click();
  await expect(omar.getByText('Settings saved.')).toBeVisible();
  await omar.context().close();

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText(/Omar Haddad changed this in the meantime .*Someone else changed: Legal name/),
  ).toBeVisible();
  await expect(textbox(page, 'Legal name')).toHaveValue('Harbor Home Lending, Inc.');
  await expect(textbox(page, 'Street')).toHaveValue('1 Harbor Way');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
});

test('leaving asks about unsaved changes', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await textbox(page, 'Street').fill('9 Unsaved Street');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(textbox(page, 'Street')).toHaveValue('9 Unsaved Street');
});

test('a user without admin role has no settings', { tag: ['@SETTINGS-02', '@USERMENU-05'] }, async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign-in and security' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /(company|branch) settings/i })).toHaveCount(0);
  await page.goto(`${company.origin}/app/settings/org-config`);
  await expect(page.getByText('You do not have access to this page.')).toBeVisible();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  const own = (await call(page, 'GET', '/api/users/me')).json as { activeUser: { WizeOrgUnitId: number } };
  const path = `/api/org-units/${own.activeUser.WizeOrgUnitId}`;
  expect((await call(page, 'GET', path)).status).toBe(403);
});

test('Grace opens a branch and suspends it', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Branches' }).click();
  const table = page.getByRole('table', { name: 'Branches' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /Bayside/ })).toContainText('207101');
  await expectAccessible(page);
  for (const width of [1440, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'New branch' }).click();
  const dialog = page.getByRole('dialog', { name: 'New branch' });
  await dialog.getByRole('button', { name: 'Create branch' }).click();
  await expect(dialog.getByText('This is required').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Legal name' }).fill('Harbor North');
  await dialog.getByRole('textbox', { name: 'Display name' }).fill('Harbor North');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Eureka');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create branch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor North' })).toBeVisible();
  await textbox(page, 'NMLS ID').fill('207109');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Suspend branch' }).click();
  await page.getByRole('dialog', { name: 'Suspend branch' }).getByRole('button', { name: 'Suspend branch' }).click();
  await expect(page.getByText('Harbor North is suspended.')).toBeVisible();
  await page.getByRole('link', { name: 'All branches' }).click();
  await expect(table.getByRole('row', { name: /Harbor North/ })).toContainText('Suspended');
  await page.getByRole('button', { name: /^State/ }).click();
  await page.getByRole('menuitemradio', { name: 'Suspended' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);

  await page.goto(`${company.origin}/app/settings/branches`);
  await table.getByRole('link', { name: 'Bayside' }).click();
  await page.getByRole('button', { name: 'Suspend branch' }).click();
  await page.getByRole('dialog', { name: 'Suspend branch' }).getByRole('button', { name: 'Suspend branch' }).click();
  await expect(page.getByText(/people are in this branch\. Move them to another branch first\./)).toBeVisible();
});

test('Beth sets up her own branch and sees no other', { tag: ['@USERMENU-05'] }, async ({ page, company }) => {
  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Branch Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bayside' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Organization' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Suspend branch' })).toHaveCount(0);
  await textbox(page, 'City').fill('Alameda');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
});
