import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { companyWith, expect, test } from './support/company.ts';
import { pickUp, turn } from './support/keyboard.ts';
import { call, createLead, createLoan } from './support/loans.ts';

test.describe.configure({ mode: 'parallel', timeout: 90_000 });

const fixture = resolve(import.meta.dirname, '../crates/lending/tests/fixtures/conventional-purchase.xml');
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** More stops than any page has. */
const stopsMax = 150;

/** Whether the focus is in the target's group of controls, where arrow keys reach it. */
const isInItsGroup = (target: Locator) =>
  target.evaluate((element) => element.closest('[data-roving]')?.contains(document.activeElement) ?? false);

/** Presses a key until the target has the focus. */
async function goTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeAttached();
  let isWithin = false;
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await hasFocus(target)) return;
    if (!isWithin && key === 'Tab' && (await isInItsGroup(target))) {
      isWithin = true;
      await page.keyboard.press('Home');
      continue;
    }
    await page.keyboard.press(isWithin ? 'ArrowRight' : key);
  }
  await expect(target, `${key} leads to it`).toBeFocused();
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await goTo(page, target);
  await page.keyboard.press(key);
}

/** Opens a menu and chooses an item. */
async function choose(page: Page, opener: Locator, name: string): Promise<void> {
  await press(page, opener);
  await goTo(page, page.getByRole('menuitem', { name, exact: true }), 'ArrowDown');
  await page.keyboard.press('Enter');
}

test('Avery imports a file into a loan without a pointer', { tag: '@A11Y-02' }, async ({ page }) => {
  const company = await companyWith('keys', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await choose(page, page.getByRole('banner').getByRole('button', { name: 'Create' }), 'MISMO 3.4 Import');
  const dialog = page.getByRole('dialog', { name: 'Import MISMO 3.4 File' });
  await press(page, dialog.getByRole('radio', { name: /^Active/ }), 'Space');
  const file = dialog.getByLabel('Choose file');
  await expect(file).toBeEnabled();
  await goTo(page, file);
  const chooser = page.waitForEvent('filechooser');
  // By then the page knows that the test chooses the file. Real keys are slower.
  await turn(page);
  await page.keyboard.press('Space');
  await (await chooser).setFiles(fixture);
  const review = page.getByRole('dialog', { name: 'TRID Review' });
  await press(page, review.getByRole('button', { name: 'Continue' }));
  await expect(review).toHaveCount(0);
  await press(page, dialog.getByRole('button', { name: 'Create Loan' }));
  await expect(page).toHaveURL(/loan-info$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Casey Rivera');
});

test('Avery edits loans from the pipeline without a pointer', { tag: '@A11Y-02' }, async ({ page }) => {
  const company = await companyWith('keys', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await createLoan(page, { firstName: 'Samuel', lastName: 'Whitaker' });
  await page.reload();

  // Many at once, with a preview.
  for (const name of ['Maya Ortiz', 'Samuel Whitaker']) {
    await press(page, page.getByRole('checkbox', { name: `Select ${name}` }), 'Space');
  }
  const bar = page.getByRole('region', { name: 'Selected loans' });
  await choose(page, bar.getByRole('button', { name: 'Move to' }), 'Loan Setup');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change 2 loans' }));
  await expect(bar.getByRole('status')).toHaveText('2 loans changed.');

  // One, on its own page.
  await press(page, page.getByRole('table').getByRole('link', { name: 'Maya Ortiz' }));
  await press(page, page.getByRole('link', { name: 'Loan Info', exact: true }));
  await expect(page).toHaveURL(/loan-info$/);
  const personal = page.getByRole('region', { name: '1a Personal Information' });
  await goTo(page, personal.getByRole('textbox', { name: 'First name' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Marisol');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marisol Ortiz');
  await expect(personal.getByRole('textbox', { name: 'Middle name' })).toBeFocused();
});

test('the first row of a list is a few Tab stops away', { tag: '@A11Y-02' }, async ({ page }) => {
  const company = await companyWith('keys', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await call(page, 'POST', '/api/borrowers', { FirstName: 'Ida', LastName: 'Moss', Email: 'ida.moss@example.com' });
  await createLead(page, { firstName: 'Ida', lastName: 'Moss' });
  // Toolbar, views, filters, stage cards and table header, then the row's checkbox.
  for (const [list, row, stops] of [
    ['loans', /Maya Ortiz$/, 7],
    ['leads', 'Ida Moss', 4],
    ['borrowers', 'Ida Moss', 3],
  ] as const) {
    await page.goto(`${company.origin}/app/${list}`);
    const link = page.getByRole('table').getByRole('link', { name: row }).first();
    await expect(link).toBeVisible();
    if (list === 'loans') await expect(page.getByRole('list', { name: 'Loans by stage' })).toBeVisible();
    await page.locator('main').focus();
    let needed = 0;
    while (needed < stopsMax && !(await hasFocus(link))) {
      await page.keyboard.press('Tab');
      needed += 1;
    }
    expect(needed, list).toBeLessThanOrEqual(stops);
  }
});

test('keys keep working after a press on a choice, a checkbox or a button', { tag: '@A11Y-02' }, async ({ page }) => {
  const company = await companyWith('keys', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select Maya Ortiz' }).click();
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/app\/tasks/);
  await page.getByRole('radiogroup', { name: 'Which tasks' }).getByText('Overdue', { exact: true }).click();
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/app\/loans/);
  // Shortcuts don't apply in a text field.
  await page.getByRole('searchbox').click();
  await page.keyboard.press('t');
  await expect(page.getByRole('searchbox')).toHaveValue('t');
  await expect(page).toHaveURL(/\/app\/loans/);
});

test('Avery moves a card on the board without a pointer', { tag: '@A11Y-02' }, async ({ page }) => {
  const company = await companyWith('keys', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await createLoan(page, { firstName: 'Quincy', lastName: 'Adams' });
  await page.reload();
  await press(page, page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Board' }), 'Space');
  await expect(page).toHaveURL(/view=board/);
  const column = (name: string) =>
    page.getByRole('region', { name: 'Board' }).getByRole('region', { name: new RegExp(`^${name}`) });
  const card = page.getByRole('button', { name: 'Move Quincy Adams', exact: true });
  await goTo(page, card);
  await pickUp(page);
  await expect(page.getByText('Quincy Adams is over Application Started.')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Quincy Adams is over Application Taken.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(column('Application Taken').getByRole('link', { name: 'Quincy Adams' })).toBeVisible();
  // The next key applies to the same card.
  await expect(card).toBeFocused();
  await pickUp(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Quincy Adams is over Application Started.').last()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(column('Application Taken').getByRole('link', { name: 'Quincy Adams' })).toBeVisible();
  await choose(page, page.getByRole('button', { name: 'Move Quincy Adams to…' }), 'Loan Setup');
  await expect(column('Loan Setup').getByRole('link', { name: 'Quincy Adams' })).toBeVisible();
});

test('no dialog traps keyboard users', { tag: '@A11Y-02' }, async ({ page }) => {
  const company = await companyWith('keys', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  const name = (named: string) => page.getByRole('button', { name: named, exact: true }).first();
  for (const [at, opener] of [
    [`loans/${id}/loan-center`, name('Change loan team')],
    [`loans/${id}/loan-center`, name('Record event')],
    [`loans/${id}/loan-center`, name('From templates')],
    ['loans', page.getByRole('banner').getByRole('button', { name: 'Search' })],
    ['tasks', name('Add New Task')],
    ['borrowers', name('Add borrower')],
    ['contacts', name('Add contact')],
    ['user/edit/licenses', page.getByRole('main').getByRole('button', { name: 'Add license' }).first()],
  ] as const) {
    if (!page.url().endsWith(at)) await page.goto(`${company.origin}/app/${at}`);
    await press(page, opener);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    // Tab stays within the dialog.
    for (let stop = 0; stop < 40; stop += 1) await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement)), at).toBe(true);
    await page.keyboard.press('Escape');
    // An open list in the dialog closes first.
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener, `the focus comes back on ${at}`).toBeFocused();
  }
});
