import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { createLoan } from './support/loans.ts';

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
};

test('a company admin records licenses and sees which have expired', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/licenses`);
  await expect(page.getByRole('heading', { name: 'No licenses yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add license' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add license' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a state')).toBeVisible();
  await expect(dialog.getByText('Choose a holder')).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'Holder type', 'Person');
  await dialog.getByRole('combobox', { name: 'Person' }).fill('avery');
  await page.getByRole('option', { name: /^Avery Stone/ }).click();
  await choose(page, 'State', 'Texas');
  await dialog.getByRole('textbox', { name: 'License number' }).fill('TX-9');
  await dialog.getByRole('textbox', { name: 'Issued' }).fill('01/02/2020');
  await dialog.getByRole('textbox', { name: 'Expires' }).fill('12/31/2019');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A license can’t expire before it is issued')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Expires' }).fill('12/31/2020');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);

  const licenses = rows(page, 'Licenses');
  await expect(licenses).toHaveCount(1);
  await expect(licenses.first()).toContainText('Texas');
  await expect(licenses.first()).toContainText('01/02/2020');
  await expect(licenses.first()).toContainText('Expired');
  await expect(page.getByText('1 license has expired.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Actions for the Texas license of Avery Stone' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit license: Avery Stone' });
  await edit.getByRole('checkbox', { name: 'Active' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(licenses.first()).toContainText('Inactive');
  await expect(page.getByText('1 license has expired.')).toHaveCount(0);
  await page.goto(`${company.origin}/app/settings/licenses?standing=EXPIRED`);
  await expect(page.getByRole('heading', { name: 'No licenses match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('button', { name: 'Actions for the Texas license of Avery Stone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No licenses yet' })).toBeVisible();

  await answerWith(page, '/api/licenses', 500, { code: 'LWAPI10500', message: 'Something went wrong.' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Licenses could not be loaded' })).toBeVisible();
});

test('a processing company is engaged, and its processor gets access until the contract ends', async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/processing-companies`);
  await expect(page.getByRole('heading', { name: 'No processing company yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Engage company' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Engage company' });
  await dialog.getByRole('textbox', { name: 'NMLS ID' }).fill('208001');
  await dialog.getByRole('button', { name: 'Engage company' }).click();
  await expect(dialog.getByText('No processing company has this NMLS ID')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'NMLS ID' }).fill('209001');
  await dialog.getByRole('button', { name: 'Engage company' }).click();
  await expect(page.getByText('No processors yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a processor of Clearpath Processing' }).click();
  const add = page.getByRole('dialog', { name: 'Add a processor of Clearpath Processing' });
  await expectAccessibleDialog(page, 'features/people/contracts/add-processor-dialog');
  await add.getByRole('textbox', { name: 'Email' }).fill('chris.doyle@clearpath.example');
  await choose(page, 'Branch', 'Bayside');
  await add.getByRole('button', { name: 'Add' }).click();
  const people = rows(page, 'Processors of Clearpath Processing');
  await expect(people).toHaveText([/Chris Doyle.*Bayside.*Active/]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);

  await page.getByRole('button', { name: 'End the contract with Clearpath Processing' }).click();
  const end = page.getByRole('dialog', { name: 'End contract' });
  await expect(end).toContainText('1 processor of Clearpath Processing loses access at once.');
  await end.getByRole('button', { name: 'End contract' }).click();
  await expect(people).toHaveText([/Chris Doyle.*Off/]);
  await page.getByRole('button', { name: 'Engage again' }).click();
  await expect(page.getByText(/^NMLS 209001 · Under contract since/)).toBeVisible();
});

test('a press on a row works while the list is being refetched', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/loan-teams`);
  await page.getByRole('button', { name: 'Edit the team of Avery Stone, Bayside' }).click();
  const processor = page.getByRole('combobox', { name: 'Processor', exact: true });
  await processor.fill('Pau');
  const paul = page.getByRole('option', { name: /^Paul/ });
  await expect(paul).toHaveCount(1);
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/string=Paul(&|$)/, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(/string=Paul(&|$)/);
  await processor.fill('Paul');
  await asked;
  await paul.hover();
  await page.mouse.down();
  const answered = page.waitForResponse(/string=Paul(&|$)/);
  answer();
  await (await answered).finished();
  await page.mouse.up();
  await expect(processor).toHaveValue('Paul Okafor');
});

test('an admin sets a default team, retires a stage with loans, and makes a user self-paid', {
  tag: ['@SETTINGS-03'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/loan-teams`);
  await page.getByRole('button', { name: 'Edit the team of Avery Stone, Bayside' }).click();
  const team = page.getByRole('dialog', { name: 'Default team of Avery Stone' });
  const fill = async (slot: string, name: string) => {
    await team.getByRole('combobox', { name: slot, exact: true }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  };
  await fill('Processor', 'Paul');
  await fill('Additional Processor', 'Paul');
  await team.getByRole('button', { name: 'Save' }).click();
  await expect(team.getByText('Choose two different people')).toBeVisible();
  await expectAccessible(page);
  await fill('Additional Processor', 'Rosa');
  await fill('Closer', 'Carl');
  await team.getByRole('button', { name: 'Save' }).click();
  const avery = rows(page, 'Default teams').filter({ hasText: 'Avery Stone' });
  await expect(avery).toContainText(
    'Paul Okafor (Processor), Rosa Martinez (Additional Processor), Carl Jensen (Closer)',
  );
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`${company.origin}/app/settings/loan-stages`);
  const stages = page.getByRole('list', { name: 'Loan stages' }).getByRole('listitem');
  await expect(stages.filter({ hasText: 'Application Started' })).toContainText('1 loan');
  await page.getByRole('button', { name: 'Add stage' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Intake');
  await choose(page, 'Maps to', 'Application Started');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(stages.last()).toContainText('Intake');
  await page.getByRole('button', { name: 'Actions for Application Started' }).click();
  await page.getByRole('menuitem', { name: 'Retire' }).click();
  const retire = page.getByRole('dialog', { name: 'Retire Application Started' });
  await expect(retire).toContainText('1 loan is at Application Started.');
  await retire.getByRole('button', { name: 'Retire' }).click();
  await expect(stages.last()).toContainText('1 loan');
  await expect(page.getByRole('region', { name: 'Retired' })).toContainText('Application Started');

  await page.goto(`${company.origin}/app/settings/users?string=priya`);
  await expect(rows(page, 'Users')).toContainText('Company, LO');
  await page.getByRole('link', { name: 'Priya Nguyen' }).click();
  await expect(page.getByText('Paid by the company, loan officer seat')).toBeVisible();
  await page.getByRole('button', { name: 'Make self-paid' }).click();
  await page.getByRole('dialog', { name: 'Make self-paid' }).getByRole('button', { name: 'Make self-paid' }).click();
  await expect(page.getByText('Priya Nguyen is self-paid.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop self-paid' })).toBeVisible();
  await expectAccessible(page);
});
