import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog, expectNoSidewaysScroll } from './support/accessible.ts';
import { type Company, companyWith, expect, test } from './support/company.ts';
import { call, createLead } from './support/loans.ts';

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** A unique name for a number. Names of neighboring numbers differ widely. */
function nameOf(number: number, length: number): string {
  let rest = (number * 7_919 + 104_729) % 308_915_776;
  let name = '';
  for (let at = 0; at < length; at++) {
    name += String.fromCharCode(97 + (rest % 26));
    rest = Math.floor(rest / 26) + number * (at + 3);
  }
  return name;
}

/** A file of leads. Rows selected by `isWrong` are invalid. */
function fileOf(count: number, isWrong: (row: number) => boolean): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const [first, last] = [nameOf(at, 6), nameOf(at + 77_777, 8)];
    return `${first},${isWrong(at) ? '' : last},${first}.${at}@people.example,"Score, ${at}"`;
  });
  return ['First Name,Last Name,E-Mail,Credit score', ...rows].join('\r\n');
}

/** The full test has 10,000 rows, which take half a minute with a debug build: `KEYTURN_IMPORT_ROWS=10000`. */
const rowCount = Number(process.env.KEYTURN_IMPORT_ROWS ?? 1_000);

test('a file of leads is mapped and imported, its refused rows are downloaded, and the import is undone', {
  tag: ['@LEADPAGE-15'],
}, async ({ page, company }) => {
  test.slow();
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/leads`);
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import leads' })).toBeVisible();
  const choose = (name: string, text: string) =>
    page.getByLabel('File with leads').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('wrong.csv', 'Email,email\r\na,b\r\n');
  await expect(page.getByRole('alert').filter({ hasText: 'Row 1: two columns are called email.' })).toBeVisible();

  const spread = Math.floor(rowCount / 37);
  await choose(
    'spring.csv',
    fileOf(rowCount, (row) => row % spread === 5 && row < spread * 37),
  );
  await expect(page.getByRole('heading', { name: /^spring\.csv: [\d,]+ rows$/ })).toBeVisible();
  const sample = page.getByRole('table', { name: 'The first rows' });
  await expect(sample.locator('tbody').getByRole('row')).toHaveCount(10);
  await expect(sample.locator('tbody').getByRole('row').first()).toContainText(nameOf(0, 6));
  const holds = (head: string) => page.getByRole('combobox', { name: `Field for ${head}` });
  await expect(holds('E-Mail')).toHaveValue('Email');
  await expect(holds('Credit score')).toHaveValue('');
  await holds('Last Name').click();
  await page.getByRole('option', { name: 'Note', exact: true }).click();
  await expect(page.getByText('Choose the column for Last Name.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import [\d,]+ rows$/ })).toBeDisabled();
  await holds('Last Name').click();
  await page.getByRole('option', { name: 'Last Name' }).click();
  await holds('Credit score').click();
  await page.getByRole('option', { name: 'Note', exact: true }).click();
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);

  await page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).click();
  const imported = page.getByRole('list', { name: 'Recent imports' }).getByRole('listitem').first();
  await expect(imported).toContainText('spring.csv');
  const made = (rowCount - 37).toLocaleString('en-US');
  await expect(imported).toContainText(`${made} leads added, 37 refused`, { timeout: 60_000 });
  const download = page.waitForEvent('download');
  await imported.getByRole('button', { name: 'Download refused rows' }).click();
  const refused = await readFile(await (await download).path(), 'utf8');
  const lines = refused.trim().split('\r\n');
  expect(lines).toHaveLength(38);
  expect(lines[0]?.replace('\u{feff}', '')).toBe('Row,Reason,First Name,Last Name,E-Mail,Credit score');
  expect(lines[1]).toMatch(/^7,Last Name is required,[a-z]+,,[a-z]+\.5@people\.example,"Score, 5"$/);
  await expectAccessible(page);

  // The header row is known from the last import.
  await choose(
    'again.csv',
    fileOf(2, () => false),
  );
  await expect(holds('Credit score')).toHaveValue('Note');
  await page.getByRole('button', { name: 'Another file' }).click();

  await imported.getByRole('button', { name: 'Undo spring.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `${made} leads were removed.`)).toBeVisible({ timeout: 30_000 });
  await expect(imported).toContainText('Undone');
  await page.goto(`${company.origin}/app/leads`);
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
});

/** A company without billing, so that it may have API keys, and a client that submits leads to it. */
async function withProgram(page: Page): Promise<{ company: Company; handIn: (body: unknown) => Promise<number> }> {
  const company = await companyWith('intake', { billing: { enabled: false, payer: 'COMPANY', state: 'NONE' } });
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/lead-intake`);
  const body = { name: 'Website form', owner: 'COMPANY', scopes: ['leads:write'] };
  const { json } = await call(page, 'POST', '/api/api-keys', body);
  const { secret } = json as { secret: string };
  const address = `http://127.0.0.1:${new URL(company.origin).port}/api/leads`;
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  const handIn = async (lead: unknown) =>
    (await fetch(address, { method: 'POST', headers, body: typeof lead === 'string' ? lead : JSON.stringify(lead) }))
      .status;
  return { company, handIn };
}

const asked = (firstName: string, lastName: string, email: string) => ({
  LeadScenario: { loanPurpose: 'Refinance' },
  LeadContacts: [{ firstName, lastName, email, isPrimary: true }],
  LeadDetail: { externalId: `${firstName}-${lastName}` },
});

test('submissions that can’t be accepted wait for review, and are corrected, merged or discarded', {
  tag: ['@LEADPAGE-14'],
}, async ({ page }) => {
  const { company, handIn } = await withProgram(page);
  await expect(page.getByRole('heading', { name: 'Lead intake' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Hold for review' })).toBeChecked();
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('combobox', { name: 'Owner' }).fill('avery');
  await page.getByRole('option', { name: 'Avery Stone' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'The settings were saved.')).toBeVisible();
  await page.getByRole('button', { name: 'New address' }).click();
  const making = page.getByRole('dialog', { name: 'New address' });
  await making.getByRole('textbox', { name: 'Name', exact: true }).fill('Harborview form');
  await making.getByRole('textbox', { name: 'Full name' }).fill('who.called');
  await expectAccessible(page);
  await making.getByRole('button', { name: 'Create address' }).click();
  const made = page.getByRole('dialog', { name: 'Copy the address now' });
  const address = await made.getByRole('textbox', { name: 'Address' }).inputValue();
  expect(address).toMatch(/\/api\/lead-forms\/\d+-[0-9a-f]{32}\/[0-9a-f]{64}$/);
  await made.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Test Harborview form' }).click();
  const testing = page.getByRole('dialog', { name: 'Test Harborview form' });
  await testing
    .getByRole('textbox', { name: 'What the form sends' })
    .fill('{"who": {"called": "Lars Holm"}, "email": "lars@holm.example"}');
  await testing.getByRole('button', { name: 'Test' }).click();
  await expect(testing.getByText('A lead would be created')).toBeVisible();
  await expect(testing.getByText('Lars Holm who.called')).toBeVisible();
  await expectAccessibleDialog(page, 'features/leads/intake/test-dialog');
  await testing.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);

  const avery = page;
  await company.signIn(avery, 'Avery Stone');
  await avery.goto(`${company.origin}/app/leads`);
  const known = await createLead(avery, { firstName: 'Noel', lastName: 'Baptiste' });
  expect(await handIn(asked('Maya', '', 'maya@ortiz.example'))).toBe(202);
  expect(await handIn(asked('Noel', 'Baptiste', 'noel.baptiste@example.com'))).toBe(202);
  expect(await handIn('{"name": "nobody')).toBe(202);
  expect(await handIn(asked('Ida', 'Lund', 'ida@lund.example'))).toBe(201);

  await avery.reload();
  await avery.getByRole('link', { name: 'Review 3' }).click();
  const waiting = avery.getByRole('list', { name: 'Review' }).getByRole('listitem');
  await expect(waiting).toHaveCount(3);
  await expect(waiting.filter({ hasText: 'Maya' })).toContainText('Last Name is required');
  await expect(waiting.filter({ hasText: 'Noel' })).toContainText('1 lead may be the same person');
  await expectAccessible(avery);
  for (const width of [390, 1440]) await expectNoSidewaysScroll(avery, width);

  await avery.getByRole('button', { name: 'Review Maya' }).click();
  const dialog = avery.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('maya@ortiz.example');
  await expect(dialog.getByRole('radio', { name: 'Refinance' })).toBeChecked();
  await expect(dialog.getByText('"lastName": ""')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add as a lead' }).click();
  await expect(dialog.getByText('Last Name is required').last()).toBeVisible();
  await expectAccessibleDialog(avery, 'features/leads/review/review-dialog');
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Ortiz');
  await dialog.getByRole('button', { name: 'Add as a lead' }).click();
  await expect(toast(avery, /^Lead #\d+ was added\.$/)).toBeVisible();

  await avery.getByRole('button', { name: 'Review Noel Baptiste' }).click();
  await dialog.getByRole('button', { name: `It belongs to lead #${known.id}` }).click();
  await expect(toast(avery, `Added to lead #${known.id}.`)).toBeVisible();
  await avery.getByRole('button', { name: 'Review No name' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(avery.getByRole('heading', { name: 'Nothing to review' })).toBeVisible();
  await avery.goto(`${company.origin}/app/leads/${known.id}`);
  await expect(avery.getByText('New inquiry: Noel Baptiste, noel.baptiste@example.com')).toBeVisible();
});
