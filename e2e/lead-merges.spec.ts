import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { call, createLead } from './support/loans.ts';

/** Creates a lead of the signed-in user with a source, a note and a call. */
async function addLead(page: Page, firstName: string, sourceName: string, text: string): Promise<number> {
  const sources = (await call(page, 'GET', '/api/lead-sources')).json as { id: number; name: string }[];
  const LeadSourceId = sources.find(({ name }) => name === sourceName)?.id;
  const who = { firstName, lastName: 'Quigley', email: 'rob@quigley.example' };
  const { id } = await createLead(page, who, { LeadSourceId });
  for (const [path, body] of [
    ['notes', { text, type: 'NOTE' }],
    ['activities', { kind: 'CALL', summary: `Called ${firstName}` }],
  ] as const) {
    expect((await call(page, 'POST', `/api/leads/${id}/${path}`, body)).status).toBe(201);
  }
  return id;
}

test('two leads of one person become one timeline, with both sources and both times of first contact', {
  tag: ['@DUP-13'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/leads`);
  const robert = await addLead(page, 'Robert', 'Search Engine', 'Wants a garden.');
  const bob = await addLead(page, 'Bob', 'Direct Mail', 'Has a dog.');

  await page.goto(`${company.origin}/app/leads/${bob}`);
  await page.getByRole('link', { name: `Compare and merge: Lead #${robert}, Robert Quigley` }).click();
  const table = page.getByRole('table', { name: 'Side by side' });
  const cells = (row: string) => table.getByRole('row', { name: new RegExp(`^${row}`) }).getByRole('cell');
  await expect(cells('Source')).toHaveText(['Search Engine', 'Direct Mail', 'Search Engine']);
  await expect(cells('First name').last()).toHaveText('Bob');
  await page.getByRole('radio', { name: 'First name: Robert' }).click();
  await expect(cells('First name').last()).toHaveText('Robert');
  await page.getByRole('radio', { name: `Keep #${bob} Bob Quigley` }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Merge 2 leads' }).click();

  await expect(page).toHaveURL(`${company.origin}/app/leads/${bob}`);
  await expect(page.getByRole('heading', { name: 'Robert Quigley', level: 1 })).toBeVisible();
  const origins = page.getByRole('list', { name: 'Merged leads' }).getByRole('listitem');
  await expect(origins).toHaveCount(2);
  await expect(origins.first()).toContainText(`#${robert} Robert Quigley`);
  await expect(origins.first()).toContainText('Search Engine');
  await expect(origins.last()).toContainText('Direct Mail');
  for (const origin of await origins.all()) await expect(origin).toContainText(/Received .+First contact \d/);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  const entry = (text: string) => timeline.getByRole('listitem').filter({ hasText: text });
  await expect(entry('Wants a garden.')).toContainText(`From #${robert}`);
  await expect(entry('Called Robert')).toContainText(`From #${robert}`);
  await expect(entry('Has a dog.')).not.toContainText('From #');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The merged lead's address opens the remaining lead.
  await page.goto(`${company.origin}/app/leads/${robert}`);
  await expect(page).toHaveURL(`${company.origin}/app/leads/${bob}`);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Merged leads' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Bob Quigley', level: 1 })).toBeVisible();
  await expect(entry('Wants a garden.')).toHaveCount(0);
  await page.goto(`${company.origin}/app/leads/${robert}`);
  await expect(page.getByRole('heading', { name: 'Robert Quigley', level: 1 })).toBeVisible();

  // The pair is listed under Duplicates for users who see all leads.
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/borrowers/duplicates`);
  await page.getByRole('main').getByText('Leads', { exact: true }).click();
  const pair = page.getByRole('list', { name: 'Duplicates' }).getByRole('listitem').filter({ hasText: 'Quigley' });
  await expect(async () => {
    await page.reload();
    await expect(pair).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await pair.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('button', { name: 'Merge 2 leads' })).toBeVisible();
});
