import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { call, createLead } from './support/loans.ts';

test('texting needs consent, and consents are recorded, withdrawn, and copied to the loan', {
  tag: ['@LEADPAGE-16'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/leads`);
  const { id } = await createLead(page, { firstName: 'Tilda', lastName: 'Marsh', cellPhone: '4155550148' });
  expect((await call(page, 'POST', `/api/leads/${id}/notes`, { text: 'Likes porches.', type: 'NOTE' })).status).toBe(
    201,
  );
  await page.goto(`${company.origin}/app/leads/${id}`);
  const contacts = page.getByRole('region', { name: 'Contacts' });
  await expect(contacts.getByRole('button', { name: 'Text Tilda Marsh' })).toBeDisabled();
  await expect(contacts.getByText('No text consent')).toBeVisible();
  await expect(contacts.getByText('No call consent')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Record consent' }).click();
  let dialog = page.getByRole('dialog', { name: 'Record consent' });
  await expect(dialog.getByRole('textbox', { name: 'Wording' })).toHaveValue(/not a condition of any purchase/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const text = contacts.getByRole('link', { name: 'Text Tilda Marsh' });
  await expect(text).toHaveAttribute('href', 'sms:4155550148');
  await expect(contacts.getByText(/^No .+ consent$/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Record consent' }).click();
  dialog = page.getByRole('dialog', { name: 'Record consent' });
  await dialog.getByRole('radio', { name: 'Revoked' }).click();
  await dialog.getByRole('checkbox', { name: 'Calls' }).click();
  await dialog.getByRole('textbox', { name: 'Wording' }).fill('Please stop texting.');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(contacts.getByRole('button', { name: 'Text Tilda Marsh' })).toBeDisabled();
  await expect(contacts.getByText('No call consent')).toHaveCount(0);
  const words = page.getByRole('list', { name: 'Consent' }).getByRole('listitem');
  await expect(words).toHaveCount(2);
  await expect(words.first()).toContainText('Texts revoked, (415) 555-0148');
  await expect(words.first()).toContainText('Please stop texting.');
  await expect(words.first()).toContainText('Spoken, recorded by Avery Stone');
  await expect(words.last()).toContainText('Calls and texts agreed to');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The loan created from the lead has all of that.
  await page.getByRole('button', { name: 'Convert to loan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Convert to loan' }).click();
  const from = page.getByRole('region', { name: 'From the lead' });
  await expect(from.getByText('Likes porches.')).toBeVisible();
  await expect(from.getByRole('list', { name: 'Consent' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
});
