import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { call, createLead, createLoan } from './support/loans.ts';

const rows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody').getByRole('row');
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('contactListFilters') ?? 'null') as unknown);
const menu = async (page: Page, item: string) => {
  await page.getByRole('banner').getByRole('button', { name: 'Contacts' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('a borrower is found, opened and changed, with family and timeline of all loans', {
  tag: ['@CONTACT-01', '@CONTACT-02', '@NAV-12', '@NAV-13', '@BRANCH-19', '@BRANCH-20'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Noah Brooks');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('banner').getByRole('button', { name: 'Contacts' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Borrowers', 'Business Contacts']);
  await page.getByRole('menuitem', { name: 'Borrowers' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/borrowers`);
  await expect(page.getByRole('heading', { name: 'No borrowers yet' })).toBeVisible();

  await page.getByRole('region', { name: 'Borrowers' }).getByRole('button', { name: 'Add borrower' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add borrower' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('First Name is required')).toBeVisible();
  await dialog.getByLabel('First name').fill('Luis');
  await dialog.getByLabel('Last name').fill('Ortiz');
  await dialog.getByLabel('Phone').fill('4155550132');
  await dialog.getByLabel('ZIP code').fill('91');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a ZIP code of five or nine digits')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('ZIP code').fill('91502');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Luis Ortiz', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: '(415) 555-0132' })).toBeVisible();

  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await menu(page, 'Borrowers');
  await expect(rows(page, 'Borrowers')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search name, phone, email' }).fill('maya');
  await expect(rows(page, 'Borrowers')).toHaveCount(1);
  await page.getByRole('link', { name: 'Maya Ortiz' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Maya Ortiz', level: 1 })).toBeVisible();
  await expect(rows(page, 'Loans')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(4);

  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('combobox', { name: 'Person' }).fill('luis');
  await page.getByRole('option', { name: 'Luis Ortiz' }).click();
  await page.getByRole('combobox', { name: 'Relationship' }).click();
  await page.getByRole('option', { name: 'Child' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const family = page.getByRole('list', { name: 'Family and others' });
  await expect(family).toContainText('Luis Ortiz Child');
  await expectAccessible(page);
  await family.getByRole('link', { name: 'Luis Ortiz' }).click();
  await expect(page.getByRole('list', { name: 'Family and others' })).toContainText('Maya Ortiz Parent');
  await page.goBack();

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit borrower' });
  await edit.getByLabel('Last name').fill('Ortiz-Núñez');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Maya Ortiz-Núñez', level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: loan.loanNumber }).first().click();
  await expect(page).toHaveURL(`${company.origin}/app/loans/${loan.id}/loan-info`);
  await page.goBack();

  // Another branch has other borrowers and leads, so the switch opens the list instead of the record.
  const switchTo = async (branch: RegExp) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Branch: / })
      .click();
    await page.getByRole('listbox', { name: 'Branches' }).getByRole('option', { name: branch }).click();
  };
  await expect(page.getByRole('heading', { name: 'Maya Ortiz-Núñez', level: 1 })).toBeVisible();
  const borrower = page.url();
  const lead = await createLead(page, { firstName: 'Nora', lastName: 'Vale' });
  await page.goto(`${company.origin}/app/leads/${lead.id}`);
  await expect(page.getByRole('heading', { name: 'Nora Vale', level: 1 })).toBeVisible();
  await switchTo(/^Summit/);
  await expect(page).toHaveURL(`${company.origin}/app/leads`);
  await switchTo(/^Bayside/);
  await expect(page.getByRole('link', { name: 'Nora Vale' })).toBeVisible();
  await page.goto(borrower);
  await expect(page.getByRole('heading', { name: 'Maya Ortiz-Núñez', level: 1 })).toBeVisible();
  await switchTo(/^Summit/);
  await expect(page).toHaveURL(`${company.origin}/app/borrowers`);

  await page.goto(`${company.origin}/app/borrowers/999999999`);
  await expect(page.getByText('Not Found')).toBeVisible();
});

test('business contacts have company and category, and the list keeps its filters', {
  tag: ['@CONTACT-01', '@CONTACT-03', '@CONTACT-05', '@NAV-14'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await menu(page, 'Business Contacts');
  await expect(page).toHaveURL(`${company.origin}/app/contacts`);
  await expect(page.getByRole('heading', { name: 'No business contacts yet' })).toBeVisible();
  const add = async (first: string, last: string, category: string, employer: string) => {
    await page.getByRole('button', { name: 'Add contact' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add business contact' });
    await dialog.getByLabel('First name').fill(first);
    await dialog.getByLabel('Last name').fill(last);
    await dialog.getByRole('combobox', { name: 'Category' }).fill(category);
    await page.getByRole('option', { name: category }).click();
    await dialog.getByRole('textbox', { name: 'New company' }).fill(employer);
    await dialog.getByLabel('Phone').fill('415-555-0141');
    await dialog.getByLabel('Email').fill(`${first}@bayline.example`.toLowerCase());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Add contact' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add business contact' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a category', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await add('Naomi', 'Park', "Buyer's Agent", 'Bayline Realty');
  await add('Simone', 'Varga', 'Title Company', 'Golden Gate Title');
  await expect(page.getByRole('table', { name: 'Business Contacts' }).getByRole('columnheader')).toHaveText([
    'Name',
    'Company',
    'Category',
    'Phone',
    'Email',
    'Owner',
    'Updated',
  ]);
  await expect(rows(page, 'Business Contacts')).toHaveCount(2);
  await expect(rows(page, 'Business Contacts').first()).toContainText(
    "Naomi ParkBayline RealtyBuyer's Agent(415) 555-0141naomi@bayline.exampleAvery Stone",
  );
  await expectAccessible(page);

  // The category filter is stored in the tab under its own key.
  expect(await kept(page)).toBeNull();
  await page.getByRole('button', { name: 'Category' }).click();
  await page.getByRole('menuitemradio', { name: 'Title Company' }).click();
  await expect(rows(page, 'Business Contacts')).toHaveCount(1);
  expect(await kept(page)).toEqual({ contacts: { category: expect.stringMatching(/^\d+$/) } });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await menu(page, 'Business Contacts');
  await expect(rows(page, 'Business Contacts')).toHaveCount(1);
  await expect(rows(page, 'Business Contacts')).toContainText('Simone Varga');
  expect(new URL(page.url()).searchParams.get('category')).toMatch(/^\d+$/);
  await page.getByRole('searchbox', { name: 'Search name, company, phone, email' }).fill('zzz');
  await expect(page.getByRole('heading', { name: 'No contacts match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter', exact: true }).click();
  await expect(rows(page, 'Business Contacts')).toHaveCount(2);

  // By company, whose phone number she corrects on the way.
  await page.getByRole('link', { name: 'Companies' }).click();
  const companies = page.getByRole('table', { name: 'Companies' });
  await expect(companies.getByRole('row', { name: /^Bayline Realty/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Bayline Realty' }).click();
  const bayline = page.getByRole('dialog', { name: 'Edit company' });
  await bayline.getByRole('textbox', { name: 'Phone' }).fill('4155550177');
  await bayline.getByRole('textbox', { name: 'Website' }).fill('bayline.example');
  await bayline.getByRole('button', { name: 'Save' }).click();
  await expect(bayline.getByText('Enter an address such as https://example.com')).toBeVisible();
  await bayline.getByRole('textbox', { name: 'Website' }).fill('https://www.bayline.example');
  await bayline.getByRole('button', { name: 'Save' }).click();
  await expect(companies.getByRole('row', { name: /^Bayline Realty/ })).toContainText('(415) 555-0177');
  await expect(companies.getByRole('link', { name: 'bayline.example' })).toHaveAttribute('rel', /noopener/);
  await companies.getByRole('link', { name: 'Bayline Realty' }).click();
  await expect(rows(page, 'Business Contacts')).toHaveCount(1);
  await page.getByRole('button', { name: 'Contacts of every company' }).click();
  await expect(rows(page, 'Business Contacts')).toHaveCount(2);

  await rows(page, 'Business Contacts').first().click();
  await expect(page.getByRole('heading', { name: 'Naomi Park', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit business contact' });
  await edit.getByRole('button', { name: 'Clear Company' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(page.getByText('Bayline Realty')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click();
  await expect(rows(page, 'Business Contacts')).toHaveCount(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('link', { name: /^Simone Varga/ })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
  await expectAccessible(page);
  await answerWith(page, '/api/business-contacts', 500, { code: 'LWAPI10500', message: 'Something went wrong.' });
  await page.goto(`${company.origin}/app/contacts?string=x`);
  await expect(page.getByRole('heading', { name: 'Contacts could not be loaded' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a contact’s page lists the leads that they referred', { tag: ['@CONTACT-03'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/contacts`);
  const [category] = (await call(page, 'GET', '/api/contact-categories')).json as { id: number }[];
  const body = { firstName: 'Otto', lastName: 'Brandt', category: category?.id };
  const { id } = (await call(page, 'POST', '/api/business-contacts', body)).json as { id: number };
  await page.goto(`${company.origin}/app/contacts/${id}`);
  const referred = page.getByRole('region', { name: 'Leads they referred' });
  await expect(referred).toContainText('No referred leads.');
  const sources = (await call(page, 'GET', '/api/lead-sources')).json as { id: number; name: string }[];
  const builder = sources.find(({ name }) => name === 'Builder')?.id;
  await createLead(page, { firstName: 'Petra', lastName: 'Oberlin' }, { LeadSourceId: builder, BusinessContactId: id });
  await createLead(page, { firstName: 'Quinn', lastName: 'Sauer' });
  await page.reload();
  await expect(referred.getByRole('listitem')).toHaveCount(1);
  await referred.getByRole('link', { name: 'Petra Oberlin' }).click();
  await expect(page.getByRole('heading', { name: 'Petra Oberlin', level: 1 })).toBeVisible();
});

test('the company’s loan officers are listed under Brokers with NMLS ID and branch', {
  tag: ['@CONTACT-04', '@NAV-06'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brokers' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loan-officers`);
  const avery = rows(page, 'Loan Officers').filter({ hasText: 'Avery Stone' });
  await expect(avery).toContainText('300001');
  await expect(avery).toContainText('Bayside');
  await page.getByRole('searchbox', { name: 'Search name or NMLS id' }).fill('marcus');
  await expect(rows(page, 'Loan Officers')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);

  // The company decides who sees contacts.
  await company.signIn(page, 'Avery Stone');
  const categories = (await call(page, 'GET', '/api/contact-categories')).json as { id: number }[];
  const body = { firstName: 'Naomi', lastName: 'Park', category: categories[0]?.id };
  expect((await call(page, 'POST', '/api/business-contacts', body)).status).toBe(201);
  // A user who sees only some borrowers may not see the list of duplicates.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${company.origin}/app/borrowers/duplicates`);
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
  await expectAccessible(page);
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await page.getByRole('combobox', { name: 'Who sees borrowers and business contacts' }).click();
  await page.getByRole('option', { name: /^Everyone/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await company.signIn(page, 'Priya Nguyen');
  await page.goto(`${company.origin}/app/contacts`);
  await expect(rows(page, 'Business Contacts').filter({ hasText: 'Naomi Park' })).toHaveCount(1);
  await page.goto(`${company.origin}/app/borrowers/duplicates`);
  await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
});

test('possible duplicates are compared by field, merged, and restored', {
  tag: ['@DUP-08', '@DUP-09', '@DUP-11'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/borrowers`);
  const add = async (FirstName: string, CellPhone: string) => {
    const body = { FirstName, LastName: 'Quigley', Email: 'rob@example.com', CellPhone };
    const { json } = await call(page, 'POST', '/api/borrowers', body);
    return (json as { id: number }).id;
  };
  const [robert] = [await add('Robert', '4155550191'), await add('Bob', '4155550192')];
  await createLoan(page, { firstName: 'Robert', lastName: 'Quigley', email: 'rob@example.com' });

  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/borrowers`);
  await page.getByRole('link', { name: 'Duplicates' }).click();
  const pair = page.getByRole('list', { name: 'Duplicates' }).getByRole('listitem');
  // A background job finds the pairs.
  await expect(async () => {
    await page.reload();
    await expect(pair).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expect(pair).toContainText('Likely');
  await expect(pair).toContainText('Same ');
  await expectAccessible(page);
  await pair.getByRole('link', { name: 'Compare' }).click();
  const table = page.getByRole('table', { name: 'Side by side' });
  await expect(table.getByRole('row', { name: /^Last name/ }).getByRole('cell')).toHaveText([
    'Quigley',
    'Quigley',
    'Quigley',
  ]);
  await page.getByRole('radio', { name: 'Keep Robert Quigley' }).click();
  await page.getByRole('radio', { name: 'First name: Robert' }).click();
  await expect(
    table
      .getByRole('row', { name: /^First name/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('Robert');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Merge 2 records' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/borrowers/${robert}`);
  await expect(page.getByRole('list', { name: 'Merged records' })).toContainText('Bob Quigley');
  await expect(rows(page, 'Loans')).toHaveCount(1);

  await page.getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByRole('list', { name: 'Merged records' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Borrowers' }).first().click();
  await expect(rows(page, 'Borrowers').filter({ hasText: 'Quigley' })).toHaveCount(2);

  // Two different people after all.
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await expect(async () => {
    await page.reload();
    await expect(pair).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await pair.getByRole('button', { name: 'Not a duplicate' }).click();
  await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
});
