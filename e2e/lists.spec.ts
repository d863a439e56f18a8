import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { answerWith } from './support/failures.ts';
import { pickUp } from './support/keyboard.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');
const act = async (page: Page, entry: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${entry}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
};

test('a company names and orders its lead sources, with and without a mouse', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/lead-sources`);
  const sources = rows(page, 'Lead sources');
  await expect(sources).toHaveCount(20);

  await page.getByRole('button', { name: 'Add source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add source' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Choose a standard value')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Walk-in');
  await dialog.getByRole('combobox', { name: 'Maps to' }).click();
  await page.getByRole('option', { name: 'Advertisement' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This name is in the list already')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Boat Show');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sources.last()).toContainText('Boat ShowAdvertisement');

  // By keyboard to the second position, with announcements for screen readers.
  const handle = page.getByRole('button', { name: 'Move Boat Show' });
  const isSaved = () =>
    page.waitForResponse((response) => response.url().endsWith('/lead-sources/order') && response.ok());
  await handle.focus();
  await pickUp(page);
  await expect(page.getByRole('status').filter({ hasText: 'Boat Show is at place 21 of 21.' })).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'Boat Show is at place 20 of 21.' })).toHaveCount(1);
  const saved = isSaved();
  await page.keyboard.press('Space');
  await saved;
  await expect(sources.nth(19)).toContainText('Boat Show');

  // By mouse to the first position.
  await handle.scrollIntoViewIfNeeded();
  const dragged = isSaved();
  await page.getByRole('button', { name: 'Move Real Estate Agent' }).hover();
  await page.mouse.down();
  const first = await page.getByRole('button', { name: 'Move Referral Partner' }).boundingBox();
  await page.mouse.move(first?.x ?? 0, (first?.y ?? 0) + 20, { steps: 5 });
  await page.mouse.move(first?.x ?? 0, first?.y ?? 0, { steps: 5 });
  await page.mouse.up();
  await dragged;
  await expect(sources.first()).toContainText('Real Estate Agent');
  await page.reload();
  await expect(sources.first()).toContainText('Real Estate Agent');
  await expect(sources.nth(19)).toContainText('Boat Show');
  // By a menu.
  for (const [way, place] of [
    ['Move up', 18],
    ['Move down', 19],
  ] as const) {
    const pressed = isSaved();
    await act(page, 'Boat Show', way);
    await pressed;
    await expect(sources.nth(place)).toContainText('Boat Show');
  }

  await act(page, 'Cold Call', 'Retire');
  const retired = page.getByRole('region', { name: 'Retired' });
  await expect(retired).toContainText('Cold Call');
  await expect(sources).toHaveCount(20);
  await retired.getByRole('button', { name: 'Restore Cold Call' }).click();
  await expect(sources).toHaveCount(21);
  await act(page, 'Boat Show', 'Remove');
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click();
  await expect(sources).toHaveCount(20);

  // Each kind has a time limit for unworked leads, and the company can change it.
  await page.getByRole('link', { name: 'Lead statuses' }).click();
  const contacted = rows(page, 'Lead statuses').filter({ hasText: 'Contacted' });
  await expect(contacted).toContainText('Unworked after 16 h');
  await act(page, 'Contacted', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit status' });
  const target = edit.getByRole('textbox', { name: 'Unworked after' });
  await expect(target).toHaveAccessibleDescription(/The default is 960\.$/);
  await target.fill('soon');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Choose 1 to 100,000 minutes')).toBeVisible();
  await target.fill('90');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(contacted).toContainText('Unworked after 90 min');

  // A refused change shows an error and changes nothing.
  await act(page, 'Converted', 'Retire');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Converted is the only entry that stands for Converted. Add another one first.',
  );
  await expect(rows(page, 'Lead statuses')).toHaveCount(9);
  await expectNoSidewaysScroll(page, 390);
  await expectAccessible(page);

  // An empty list explains its purpose. A list that failed to load can be retried.
  await answerWith(page, '/api/lists/lead-sources', 200, { rows: [], kinds: [] });
  await answerWith(page, '/api/lists/lead-providers', 500, { code: 'LWAPI10500', message: 'Something went wrong.' });
  await page.goto(`${company.origin}/app/settings/lead-sources`);
  await expect(card(page, 'Lead sources').getByRole('heading', { name: 'No lead sources yet' })).toBeVisible();
  await expect(card(page, 'Lead providers').getByRole('button', { name: 'Retry' })).toBeVisible();
});
