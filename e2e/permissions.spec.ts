import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';
import { hold } from './support/failures.ts';
import { call } from './support/loans.ts';

const noAccess = (page: Page) => page.getByText('You do not have access to this page.');

async function openLoans(page: Page, origin: string) {
  await page.goto(`${origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
}

test('removing a role’s permission hides the menu item and blocks page and API', {
  tag: ['@PERM-05', '@PERM-06', '@PERM-11'],
}, async ({ page, context, company }) => {
  const omar = await anotherBrowser(context);
  await company.signIn(omar, 'Omar Haddad');
  await omar.goto(`${company.origin}/app/settings/org-config`);
  await expect(omar.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible();
  const me = (await call(omar, 'GET', '/api/users/me')).json as { activeUser: { WizeOrgUnitId: number } };
  const unit = `/api/org-units/${me.activeUser.WizeOrgUnitId}`;
  expect((await call(omar, 'GET', unit)).status).toBe(200);

  await company.signIn(page, 'Grace Whitfield');
  await openLoans(page, company.origin);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: /^Company settings$/i }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Role permissions' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Originator permissions' })).toBeVisible();
  await expectAccessible(page);
  for (const width of [1440, 768, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('textbox', { name: 'Role' })
    .or(page.getByRole('combobox', { name: 'Role' }))
    .click();
  await page.getByRole('option', { name: 'Administrator', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Always on' })).toContainText('Use the application');
  await expect(page.getByRole('switch', { name: 'Use the application' })).toHaveCount(0);
  // The change appears before the server's response, and is reverted if the server refuses.
  const audit = page.getByRole('switch', { name: 'Search and export the audit log' });
  const change = await hold(page, '/api/settings/role-permissions');
  await audit.click({ force: true });
  await change.asked;
  await expect(audit).not.toBeChecked();
  await change.answer(422, { code: 'LWAPI10422', message: 'This can’t be changed now.' });
  await expect(page.getByText('This can’t be changed now.')).toBeVisible();
  await expect(audit).toBeChecked();
  await expect(page.getByText('Changed by your company')).toHaveCount(0);

  const taken = [
    'Manage company settings',
    'Manage branch settings',
    'Invite users',
    'Search and export the audit log',
    'Connect lenders',
    'Manage API keys',
  ];
  for (const purpose of taken) {
    const toggle = page.getByRole('switch', { name: purpose });
    await expect(toggle).toBeChecked();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await toggle.click({ force: true });
    await expect(toggle).not.toBeChecked();
    expect((await saved).status()).toBe(200);
    await expect(page.getByText('Changed by your company').first()).toBeVisible();
  }
  await expect(page.getByText('Changed by your company')).toHaveCount(taken.length);

  await omar.reload();
  await expect(omar).toHaveURL(`${company.origin}/app/loans`);
  await expect(noAccess(omar)).toBeVisible();
  await omar.getByRole('button', { name: /^Account/ }).click();
  await expect(omar.getByRole('menuitem', { name: 'Sign-in and security' })).toBeVisible();
  await expect(omar.getByRole('menuitem', { name: /(Company|Branch) Settings/ })).toHaveCount(0);
  expect((await call(omar, 'GET', unit)).status).toBe(403);
  expect((await call(omar, 'PATCH', unit, { displayName: 'Elsewhere' }, 1)).status).toBe(403);
  await omar.context().close();
});

test('processors and assistants have no company settings', { tag: ['@BRANCH-31'] }, async ({ page, company }) => {
  for (const person of ['Jamie Lin', 'Paul Okafor'] as const) {
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/settings`);
    await expect(page).toHaveURL(`${company.origin}/app/loans`);
    await expect(noAccess(page)).toBeVisible();
    const me = (await call(page, 'GET', '/api/users/me')).json as { activeUser: { WizeOrgUnitId: number } };
    const change = { role: 'ASSISTANT', permission: 'LOAN_CREATE', allowed: false };
    for (const [method, path, body] of [
      ['PUT', '/api/settings/role-permissions', change],
      ['PATCH', `/api/org-units/${me.activeUser.WizeOrgUnitId}`, { displayName: 'Elsewhere' }],
      ['POST', `/api/org-units/${me.activeUser.WizeOrgUnitId}/branches`, { name: 'Elsewhere' }],
    ] as const) {
      expect((await call(page, method, path, body, 1)).status, `${person}: ${method} ${path}`).toBe(403);
    }
  }
});
