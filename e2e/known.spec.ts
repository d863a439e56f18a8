import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { call, createLead, createLoan } from './support/loans.ts';

const nadia = { firstName: 'Nadia', lastName: 'Verhoeven' };
const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name });

async function openAddLead(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Lead', exact: true }).click();
  return page.getByRole('dialog', { name: 'Add Lead' });
}

test('every form shows existing records, which the user opens, adds to, or duplicates', {
  tag: ['@DUP-01', '@DUP-04', '@DUP-07', '@LEADPAGE-20'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/leads`);
  const lead = await createLead(page, nadia);
  const loan = await createLoan(page, nadia);
  const [category] = (await call(page, 'GET', '/api/contact-categories')).json as { id: number }[];
  const contact = { ...nadia, phone: '4155550177', category: category?.id };
  expect((await call(page, 'POST', '/api/business-contacts', contact)).status).toBe(201);

  // Shows leads, borrowers and contacts while the user is still in the field.
  let dialog = await openAddLead(page);
  await field(dialog, 'First Name').fill('Nadia');
  await field(dialog, 'Last Name').pressSequentially('Verhoeven');
  await expect(dialog.getByText('3 possible duplicates found')).toBeVisible();
  await expect(field(dialog, 'Last Name')).toBeFocused();
  for (const name of [`Lead #${lead.id}`, 'Borrower #', 'Business contact #']) {
    await expect(dialog.getByRole('link', { name: `Open existing: ${name}` })).toBeVisible();
  }
  await expectAccessible(page);
  // The form's details go to the existing lead.
  await dialog.getByRole('button', { name: `Add to existing: Lead #${lead.id}, Nadia Verhoeven` }).click();
  await expect(page).toHaveURL(new RegExp(`/app/leads/${lead.id}$`));
  await expect(page.getByText('New inquiry: Purchase, Nadia Verhoeven')).toBeVisible();

  // The dialog that the specification defines keeps its own texts.
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Loan', exact: false }).first().click();
  dialog = page.getByRole('dialog');
  await field(dialog, 'First name').fill('Nadia');
  await field(dialog, 'Last name').fill('Verhoeven');
  await field(dialog, 'Email').focus();
  await expect(dialog.getByText('1 Result found')).toBeVisible();
  await expect(dialog.getByRole('button', { name: `Nadia Verhoeven #${loan.id}` })).toBeVisible();
  await expect(dialog.getByRole('link', { name: `Open existing: Lead #${lead.id}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();

  // The person's page combines all their records in the company.
  await createLoan(page, nadia);
  await page.goto(`${company.origin}/app/borrowers?string=verhoeven`);
  await page.getByRole('link', { name: 'Nadia Verhoeven' }).first().click();
  await expect(page.getByRole('table', { name: 'Loans' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('table', { name: 'Leads' }).getByRole('row')).toHaveCount(2);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Loan created')).toHaveCount(2);
  await expect(timeline.getByText('Lead received')).toHaveCount(1);
  await expect(timeline.getByRole('link', { name: `#${lead.id}` }).first()).toBeVisible();

  // A certain match asks for a reason for a second record.
  const address = { line: '12 Canal St', unit: '', city: 'Oakland', stateCode: 'CA', postalCode: '94610' };
  const known = { FirstName: 'Pieter', LastName: 'Verhoeven', Email: 'pieter@example.com', CellPhone: '4155550178' };
  expect((await call(page, 'POST', '/api/borrowers', { ...known, address })).status).toBe(201);
  await page.goto(`${company.origin}/app/borrowers`);
  await page.getByRole('button', { name: 'Add borrower' }).first().click();
  dialog = page.getByRole('dialog', { name: 'Add borrower' });
  await field(dialog, 'First name').fill('Pieter');
  await field(dialog, 'Last name').fill('Verhoeven');
  await field(dialog, 'Email').fill('pieter@example.com');
  await field(dialog, 'Phone').fill('(415) 555-0178');
  await field(dialog, 'Street').fill('12 Canal St');
  await field(dialog, 'ZIP code').fill('94610');
  await expect(dialog.getByText('Certain')).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Open existing: Borrower #\d+, Pieter Verhoeven/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Add to existing: Borrower #\d+, Pieter Verhoeven/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create anyway' }).click();
  const why = field(dialog, 'Reason for duplicate');
  await expect(why).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Create anyway' })).toBeDisabled();
  await why.fill('His father, of the same name');
  await dialog.getByRole('button', { name: 'Create anyway' }).click();
  await expect(page.getByText('Borrower added.')).toBeVisible();

  // A user without access sees kind, owner and date, and can request access.
  const other = await anotherBrowser(page.context());
  await company.signIn(other, 'Priya Nguyen');
  await other.goto(`${company.origin}/app/leads`);
  const hers = await openAddLead(other);
  await field(hers, 'Email').fill('nadia.verhoeven@example.com');
  const today = new Date().toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });
  const record = hers.getByRole('listitem').filter({ hasText: /^Lead of Avery Stone/ });
  await expect(record).toContainText(`Lead of Avery Stone, ${today}`);
  await expect(hers.getByText('Verhoeven')).toHaveCount(0);
  await record.getByRole('button', { name: 'Request access' }).click();
  await expect(record.getByText('Access requested')).toBeVisible();
  await other.context().close();
});
