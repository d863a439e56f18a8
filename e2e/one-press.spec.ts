import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { companyWith, expect, test } from './support/company.ts';
import { call, createLead, createLoan } from './support/loans.ts';

test.describe.configure({ mode: 'parallel' });

const column = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Board' }).getByRole('region', { name: new RegExp(`^${name}`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const day = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

/** Draggable items by source file, with a way to move each by presses alone on its page. */
const movers: Readonly<Record<string, { at: string; move: (page: Page) => Promise<void> }>> = {
  'features/loans/board/loan-board': {
    at: '/app/loans?view=board',
    move: async (page) => {
      await button(page, 'Move Maya Ortiz to…').click();
      await item(page, 'Loan Setup').click();
      await expect(column(page, 'Loan Setup').getByRole('link', { name: 'Maya Ortiz' })).toBeVisible();
    },
  },
  'features/leads/board/lead-board': {
    at: '/app/leads?view=board',
    move: async (page) => {
      await button(page, 'Other status for Noel Baptiste').click();
      await item(page, 'Contacted').click();
      await expect(column(page, 'Contacted').getByRole('link', { name: 'Noel Baptiste' })).toBeVisible();
    },
  },
  'features/tasks/board/task-board': {
    at: '/app/tasks?as=board',
    move: async (page) => {
      await button(page, 'Move Order the appraisal to…').click();
      await item(page, 'Done').click();
      await expect(column(page, 'Done')).toContainText('Order the appraisal');
    },
  },
  'features/tasks/calendar/task-grid': {
    at: '/app/tasks?as=calendar&span=week',
    move: async (page) => {
      const [, month, date] = day(0).split('-');
      await page.getByRole('grid').getByRole('button', { name: 'Call the title company' }).click();
      const due = page.getByRole('dialog', { name: 'Task' }).getByRole('textbox', { name: 'Due' });
      await expect(due).not.toHaveValue('');
      await due.fill(`${month}/${date}/${Number(day(0).slice(0, 4)) + 1}`);
      await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('grid').getByRole('button', { name: 'Call the title company' })).toHaveCount(0);
    },
  },
  'features/loans/views/columns-list': {
    at: '/app/loans',
    move: async (page) => {
      const heads = page.getByRole('table').getByRole('columnheader').filter({ hasText: /\w/ });
      const second = (await heads.nth(1).textContent()) ?? '';
      await button(page, 'Columns').click();
      await button(page, `One place up: ${second}`).click();
      await expect(heads.first()).toHaveText(second);
    },
  },
  'features/orgs/lists/entry-row': {
    at: '/app/settings/contact-categories',
    move: async (page) => {
      const rows = page.getByRole('list', { name: 'Contact categories' }).getByRole('listitem');
      await expect(rows.nth(1)).toContainText('Listing Agent');
      await button(page, 'Actions for Listing Agent').click();
      await item(page, 'Move up').click();
      await expect(rows.first()).toContainText('Listing Agent');
    },
  },
};

test('everything that can be dragged can be moved by presses, too', { tag: '@A11Y-03' }, async ({ page }) => {
  const company = await companyWith('presses', {});
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await createLead(page, { firstName: 'Noel', lastName: 'Baptiste' });
  const { json } = await call(page, 'GET', '/api/users/me');
  const assigneeId = (json as { activeUser: { WizeUserOrgUnitId: number } }).activeUser.WizeUserOrgUnitId;
  for (const title of ['Order the appraisal', 'Call the title company']) {
    await call(page, 'POST', '/api/tasks', { title, assigneeId, dueDate: day(0) });
  }
  for (const [file, { at, move }] of Object.entries(movers)) {
    if (at.includes('settings')) await company.signIn(page, 'Grace Whitfield');
    await page.goto(company.origin + at);
    await test.step(file, () => move(page));
  }
});

test('no draggable item is missing in the list above', { tag: '@A11Y-03' }, () => {
  const web = resolve(import.meta.dirname, '../web/src');
  const dragged = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .filter((file) => /\buse(Draggable|Sortable)\(|draggable=|<Board\b/.test(readFileSync(resolve(web, file), 'utf8')))
    .map((file) => file.replace('.tsx', ''));
  // The board component is the base of the three boards.
  expect(dragged.filter((file) => file !== 'shared/ui/board/board').sort()).toEqual(Object.keys(movers).sort());
});
