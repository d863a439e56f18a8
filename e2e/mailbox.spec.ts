import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';

test('Avery connects her mailbox at its provider, loses it, connects again and disconnects', {
  tag: ['@SETTINGS-04', '@SHELL-32'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/user/edit/email-config`);
  const mailbox = page.getByRole('region', { name: 'Mailbox' });
  await expect(mailbox).toContainText('No mailbox is connected');
  await expectAccessible(page);

  const atProvider = page.getByRole('heading', { name: 'Sandbox mail' });
  await mailbox.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(atProvider).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(mailbox.getByRole('alert')).toHaveText('Access was denied. Your mailbox isn’t connected.');

  await mailbox.getByRole('button', { name: 'Connect mailbox' }).click();
  await page.getByRole('radio', { name: /^fickle/ }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(mailbox).toContainText('Connection lost');
  // The provider's code is removed from the address, and a reload doesn't send it again.
  await expect(page).toHaveURL(`${company.origin}/app/user/edit/email-config`);
  await page.reload();
  await expect(mailbox).toContainText('Connection lost');
  await expectAccessible(page);

  await mailbox.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('steady@mail.sandbox.example is connected.')).toBeVisible();
  await expect(mailbox).toContainText('Connected');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);

  await mailbox.getByRole('button', { name: 'Disconnect' }).click();
  await page
    .getByRole('dialog', { name: 'Disconnect your mailbox?' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await expect(mailbox).toContainText('No mailbox is connected');
});
