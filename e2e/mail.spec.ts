import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { linkIn, mailTo } from './support/mail.ts';

test('mail that the demo doesn’t send is read at /dev/mail, and its button opens the right page', async ({ page }) => {
  // Users of the demo company Harbor Home Lending have passwords, so they can reset them.
  const origin = `http://harbor.localhost:${process.env.KEYTURN_PORT}`;
  const address = 'grace.whitfield@harbor.example';
  await page.goto(`${origin}/forgotPassword`);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('button', { name: 'SEND RESET PASSWORD LINK' }).click();
  const mail = await mailTo(address);

  await page.goto(`${origin}/dev/mail`);
  const row = page.getByRole('row').filter({ hasText: address });
  await expectAccessible(page);
  await row.getByRole('link', { name: mail.subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: mail.subject })).toBeVisible();
  await expect(page.getByText('Grace Whitfield', { exact: false }).first()).toBeVisible();
  await expectNoSidewaysScroll(page, 360);

  const mailFrame = page.frameLocator('iframe');
  await expect(mailFrame.getByRole('heading', { level: 1 })).toHaveText(mail.subject);
  const opened = page.waitForEvent('popup');
  await mailFrame.getByRole('link').first().click();
  const popup = await opened;
  await popup.waitForURL(/\/setPassword/);
  expect(popup.url().split('?')[0]).toBe(linkIn(mail).split('?')[0]);
});
