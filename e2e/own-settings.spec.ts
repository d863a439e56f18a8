import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';

test('Avery chooses her notifications and maintains her licenses, and Grace sees who may lend where', async ({
  page,
  context,
  company,
}) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/user/edit`);
  await page.getByRole('link', { name: 'Notifications' }).click();
  const team = page.getByRole('switch', { name: 'I am put on a loan’s team' });
  await expect(team).toBeChecked();
  await expectAccessible(page);
  const saved = page.waitForResponse((response) => response.url().endsWith('/notifications') && response.ok());
  await team.click();
  await saved;
  await page.reload();
  await expect(team).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'A loan of mine moves to another stage' })).toBeChecked();
  for (const width of [1440, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'My licenses' }).click();
  await expect(page.getByText('No licenses yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add license' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add license' });
  // The holder is always the user.
  await expect(dialog.getByRole('combobox', { name: 'Holder type' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'California' }).click();
  await dialog.getByRole('textbox', { name: 'License number' }).fill('CA-DFPI300001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const own = page.getByRole('table', { name: 'My licenses' });
  await expect(own.getByRole('row', { name: /California/ })).toContainText('CA-DFPI300001');
  await expectAccessible(page);

  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  await grace.goto(`${company.origin}/app/settings/licenses`);
  await grace.getByRole('link', { name: 'By officer and state' }).click();
  await expect(grace.getByRole('heading', { level: 1 })).toHaveText('Officers by state');
  const officer = grace.getByRole('row', { name: /Avery Stone/ });
  await expect(officer).toContainText('CA-DFPI300001');
  await expect(officer).toContainText('Company license missing');
  await expect(grace.getByRole('row', { name: /Noah Brooks/ }).first()).toContainText('No license');
  await expectAccessible(grace);
  for (const width of [1440, 390]) await expectNoSidewaysScroll(grace, width);
  await grace.context().close();
});
