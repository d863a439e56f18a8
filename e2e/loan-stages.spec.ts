import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { call, createLead, createLoan } from './support/loans.ts';

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
const stageButton = (page: Page) => page.getByRole('button', { name: /^Stage: / });
const history = (page: Page) => page.getByRole('list', { name: 'Stage history' }).getByRole('listitem');
const openCenter = async (page: Page, origin: string, id: number) => {
  await page.goto(`${origin}/app/loans/${id}/loan-center`);
  await expect(page.getByRole('heading', { name: 'Stage history' })).toBeVisible();
};

test.beforeEach(async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
});

test('a loan has an overview with a link to its application', { tag: '@LOAN-62' }, async ({ page, company }) => {
  const { id, loanNumber } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', phone: '4155550132' });
  await openCenter(page, company.origin, id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Ortiz');
  await expect(page.getByText(loanNumber, { exact: true })).toBeVisible();
  const borrower = page.getByRole('list', { name: 'Borrowers' }).getByRole('listitem');
  await expect(borrower).toContainText('(415) 555-0132');
  await expect(page.getByRole('list', { name: 'Team' }).getByRole('listitem')).toContainText('Avery StoneLoan Officer');
  await expect(history(page)).toHaveCount(1);
  await expect(history(page).first()).toContainText('Application Started0 days');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  const pages = page.getByRole('navigation', { name: 'Pages of the loan' });
  await pages.getByRole('link', { name: 'Loan Info' }).click();
  await expect(page.getByRole('heading', { name: '1a Personal Information' })).toBeVisible();
  await pages.getByRole('link', { name: 'Loan Center' }).click();
  await borrower.getByRole('link', { name: 'Maya Ortiz' }).click();
  await expect(page).toHaveURL(/\/app\/borrowers\/\d+$/);
});

test('a loan is moved by keyboard, denied with reasons, and reopened by an authorized user', {
  tag: '@CENTER-05',
}, async ({ page, context, company }) => {
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await openCenter(page, company.origin, id);
  await stageButton(page).focus();
  await page.keyboard.press('Enter');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await expect(item('Lead')).toBeVisible();
  await item('Submitted to Lender').focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Moved to Submitted to Lender')).toBeVisible();
  await expect(history(page)).toHaveCount(2);
  await expect(history(page).first()).toContainText('Submitted to Lender');
  await expect(history(page).first()).toContainText('Avery Stone');

  await stageButton(page).click();
  await item('Denied').click();
  const dialog = page.getByRole('dialog', { name: 'Move to Denied' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByText('Choose one to four reasons')).toBeVisible();
  for (const reason of ['Credit history', 'Collateral', 'Other', 'Employment history']) {
    await dialog.getByRole('checkbox', { name: reason }).check();
  }
  await expect(dialog.getByRole('checkbox', { name: 'Debt-to-income ratio' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByText('Describe the other reason')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Other reason' }).fill('Occupancy could not be confirmed');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Denied loans are read-only.')).toBeVisible();
  await expect(history(page).first()).toContainText(
    'Employment history, Credit history, Collateral, Other: Occupancy could not be confirmed',
  );

  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await openCenter(grace, company.origin, id);
  await stageButton(grace).click();
  await grace.getByRole('menuitem', { name: 'Submitted to Lender' }).click();
  const reopen = grace.getByRole('dialog', { name: 'Reopen at Submitted to Lender' });
  await reopen.getByRole('textbox', { name: 'Reason' }).fill('The appraisal was corrected');
  await reopen.getByRole('button', { name: 'Reopen' }).click();
  await expect(history(grace).first()).toContainText('The appraisal was corrected');
  // Avery's page follows.
  await expect(history(page)).toHaveCount(4);
  await expect(page.getByText('Denied loans are read-only.')).toBeHidden();
});

test('the second of two users who move a loan sees who moved it and where it is', async ({ page, company }) => {
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await openCenter(page, company.origin, id);
  const loan = (await call(page, 'GET', `/api/loans/${id}`)).json as { stage: { id: number } };
  const { json } = await call(page, 'GET', '/api/lookups/data');
  const stages = (json as { loanStages: { id: number; name: string }[] }).loanStages;
  const setup = stages.find(({ name }) => name === 'Loan Setup');
  await stageButton(page).click();
  await expect(page.getByRole('menuitem', { name: 'Signed' })).toBeVisible();
  // The page doesn't learn of the move before it sends its own request.
  await page.route(
    '**/api/loans/*/stage',
    async (route) => {
      await call(page, 'PUT', `/api/loans/${id}/stage`, { from: loan.stage.id, stageId: setup?.id });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('menuitem', { name: 'Signed' }).click();
  await expect(toast(page, 'Avery Stone has moved this loan to Loan Setup in the meantime.')).toBeVisible();
  await expect(stageButton(page)).toHaveAccessibleName('Stage: Loan Setup. Move to');
  await expect(history(page)).toHaveCount(2);
});

test('a withdrawn loan returns to its lead, and the timeline shows both changes', {
  tag: '@LEADPAGE-18',
}, async ({ page, company }) => {
  const lead = await createLead(page, { firstName: 'Wanda', lastName: 'Spring' });
  const converted = (await call(page, 'POST', `/api/leads/${lead.id}/convert`)).json as { loanId: number };
  await openCenter(page, company.origin, converted.loanId);
  await expect(page.getByRole('region', { name: 'Lead' })).toContainText(`Lead #${lead.id}`);
  const giveBack = page.getByRole('button', { name: 'Return to lead' });
  await expect(giveBack).toBeHidden();
  await stageButton(page).click();
  await page.getByRole('menuitem', { name: 'Withdrawn' }).click();
  const withdrawal = page.getByRole('dialog', { name: 'Move to Withdrawn' });
  await withdrawal.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Postponed' }).click();
  await withdrawal.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(history(page).first()).toContainText('Postponed');

  await giveBack.click();
  const dialog = page.getByRole('dialog', { name: 'Return to lead' });
  await dialog.getByRole('button', { name: 'Return to lead' }).click();
  await expect(dialog.getByText('Choose the day on which the lead comes back')).toBeVisible();
  await expectAccessibleDialog(page, 'features/loans/center/return-dialog');
  await dialog.getByRole('textbox', { name: 'Follow up on' }).fill('03/04/2030');
  await dialog.getByRole('button', { name: 'Return to lead' }).click();
  await expect(toast(page, `Lead #${lead.id} returns on 03/04/2030`)).toBeVisible();
  await expect(giveBack).toBeHidden();
  await expect(page.getByRole('region', { name: 'Lead' })).toContainText(
    'Converted from this lead, which is active again.',
  );

  await page
    .getByRole('region', { name: 'Lead' })
    .getByRole('link', { name: `Lead #${lead.id}` })
    .click();
  await expect(page.getByRole('heading', { name: 'Wanda Spring', level: 1 })).toBeVisible();
  const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(entries.nth(0)).toContainText(
    `Nurturing, returns on 03/04/2030, returned from Loan #${converted.loanId}`,
  );
  await expect(entries.nth(1)).toContainText(`Converted: became Loan #${converted.loanId}`);
  await expect(page.getByRole('button', { name: 'Convert' })).toBeVisible();
  await expectAccessible(page);
});
