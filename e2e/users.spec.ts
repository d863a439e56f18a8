import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { createLead, createLoan } from './support/loans.ts';
import { linkIn, mailTo } from './support/mail.ts';

// From the invitation to the first password, with real mail.
test.setTimeout(120_000);

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const users = (page: Page) => page.getByRole('table', { name: 'Users' });

test('Grace invites Nora, who sets a password', { tag: ['@SETTINGS-03'] }, async ({ page, context, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Users' }).click();
  await expect(users(page).getByRole('row', { name: /Noah Brooks/ })).toContainText('Originator, Bayside');
  await expectAccessible(page);
  for (const width of [1440, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  await button(page, 'Invite user').click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  for (const problem of [
    'First name is required',
    'Email is required',
    'Choose a branch',
    'Choose at least one role',
  ]) {
    await expect(dialog.getByText(problem).last()).toBeVisible();
  }
  await expectAccessible(page);
  const email = `nora.quinn@${company.slug}.example`;
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nora');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Quinn');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(company.email('Avery Stone'));
  await dialog
    .getByRole('combobox', { name: 'Branch' })
    .or(dialog.getByRole('textbox', { name: 'Branch' }))
    .click();
  await page.getByRole('option', { name: 'Summit' }).click();
  await dialog.getByRole('checkbox', { name: 'Processor' }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Avery Stone has this address')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();

  await textbox(page, 'Search name, email, NMLS ID').or(page.getByRole('searchbox')).fill('nora');
  await expect(users(page).getByRole('row')).toHaveCount(2);
  await expect(users(page).getByRole('row', { name: /Nora Quinn/ })).toContainText('Invited');

  const nora = await anotherBrowser(context);
  await nora.goto(linkIn(await mailTo(email)));
  await expect(nora).toHaveURL(/\/setPassword/);
  await expect(nora.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await nora.getByRole('textbox', { name: 'New password' }).fill('copper-Lantern-7-orbits!');
  await nora.getByRole('textbox', { name: 'Re-enter password' }).fill('copper-Lantern-7-orbits!');
  await nora.getByRole('button', { name: 'SET NEW PASSWORD' }).click();
  await expect(nora.getByText('Password set successfully')).toBeVisible();
  await nora.context().close();
  await page.reload();
  await expect(users(page).getByRole('row', { name: /Nora Quinn/ })).toContainText('Active');
});

test('Grace gives Jamie another role and another branch', { tag: ['@SETTINGS-03'] }, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/users?string=jamie`);
  await users(page).getByRole('link', { name: 'Jamie Lin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jamie Lin' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Edit roles in Bayside').click();
  const dialog = page.getByRole('dialog', { name: 'Roles in Bayside' });
  await expect(dialog.getByRole('checkbox', { name: 'Assistant' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Loan Admin' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const places = page.getByRole('table', { name: 'Branches and roles' });
  await expect(places.getByRole('row', { name: /Bayside/ })).toContainText('Assistant, Loan Admin');

  await button(page, 'Add branch').click();
  const adding = page.getByRole('dialog', { name: 'Add to a branch' });
  await adding
    .getByRole('combobox', { name: 'Branch' })
    .or(adding.getByRole('textbox', { name: 'Branch' }))
    .click();
  await page.getByRole('option', { name: 'Summit' }).click();
  await adding.getByRole('checkbox', { name: 'Processor' }).check();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(places.getByRole('row', { name: /Summit/ })).toContainText('Processor');
  for (const width of [1440, 390]) await expectNoSidewaysScroll(page, width);
});

test('Avery is deactivated after her loans and leads are reassigned to Marcus', { tag: ['@SETTINGS-03'] }, async ({
  page,
  context,
  company,
}) => {
  const avery = await anotherBrowser(context);
  await company.signIn(avery, 'Avery Stone');
  await createLoan(avery, { firstName: 'Maya', lastName: 'Ortiz' });
  await createLead(avery, { firstName: 'Nora', lastName: 'Vale' });
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/users?string=avery`);
  await users(page).getByRole('link', { name: 'Avery Stone' }).click();
  await button(page, 'Deactivate user').click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Avery Stone' });
  await expect(dialog.getByText('1 open loan needs another loan officer.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deactivate user' }).click();
  await expect(dialog.getByText('Choose who takes the loans')).toBeVisible();
  await expect(dialog.getByText('1 open lead needs another owner.')).toBeVisible();
  await expect(dialog.getByText('Choose who takes the leads')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'New loan officer' }).fill('Marcus');
  await page.getByRole('option', { name: /Marcus Bell/ }).click();
  await dialog.getByRole('combobox', { name: 'New lead owner' }).fill('Marcus');
  await page.getByRole('option', { name: /Marcus Bell/ }).click();
  await dialog.getByRole('button', { name: 'Deactivate user' }).click();
  await expect(page.getByText('Avery Stone is deactivated.')).toBeVisible();
  await avery.goto(`${company.origin}/app/loans`);
  await expect(avery.getByRole('heading', { name: 'Loans', exact: true })).toHaveCount(0);
  await avery.context().close();

  await button(page, 'Reactivate user').click();
  await expect(page.getByText('Avery Stone is active again.')).toBeVisible();
});

test('Beth sees the users of her branch', { tag: ['@SETTINGS-03'] }, async ({ page, company }) => {
  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/settings/users`);
  await expect(users(page).getByRole('link', { name: 'Paul Okafor' })).toBeVisible();
  await expect(users(page).getByRole('link', { name: 'Marcus Bell' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Branch', exact: true })).toHaveCount(0);
  await users(page).getByRole('link', { name: 'Noah Brooks' }).click();
  await expect(page.getByText('Read-only: this user has roles with more access than yours.')).toBeVisible();
  await expect(button(page, 'Deactivate user')).toHaveCount(0);
});
