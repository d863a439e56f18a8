import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from './support/accessible.ts';
import { type Company, companyWith, expect, type Person, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { call } from './support/loans.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Select Company Owner' });

/** Collects requests about billing and owners during startup. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isOfInterest = /\/api\/(startup|billing\/status|org-units\/\d+\/company-admins)/.test(pathname);
    if (isOfInterest && !asked.includes(pathname + search)) asked.push(pathname + search);
  });
  return asked;
}

async function open(page: Page, company: Company, person: Person): Promise<string[]> {
  await company.signIn(page, person);
  const asked = listen(page);
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  return asked;
}

test('Grace says that she owns the company, and then the billing status is read', {
  tag: ['@BILLING-12', '@BILLING-14', '@BILLING-16'],
}, async ({ page }) => {
  const company = await companyWith('owner', { owner: false });
  const asked = await open(page, company, 'Grace Whitfield');
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleDialog(page, 'features/orgs/owner/owner-dialog');
  expect(asked.filter((path) => path.includes('billing'))).toEqual([]);
  // Closed without a choice, the dialog doesn't return in this session, and the billing status is read.
  const checked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/billing/status');
  await page.keyboard.press('Escape');
  await checked;
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await page.waitForResponse((response) => new URL(response.url()).pathname === '/api/billing/status');
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  // It returns in another session and is answered.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(dialog(page).getByRole('radio', { name: 'There is no owner' })).toBeVisible();
  await dialog(page)
    .getByRole('radio', { name: /Grace Whitfield/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const me = (await call(page, 'GET', '/api/users/me')).json as {
    activeUser: { WizeOrgUnit: { hasOwner: boolean; noOwnerInd: boolean } };
  };
  expect(me.activeUser.WizeOrgUnit).toMatchObject({ hasOwner: true, noOwnerInd: false });
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('a company without an owner by choice is not asked for one', { tag: ['@BILLING-13', '@BILLING-17'] }, async ({
  page,
}) => {
  const company = await companyWith('nobodys', { owner: false });
  await open(page, company, 'Grace Whitfield');
  await dialog(page).getByRole('radio', { name: 'There is no owner' }).check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.evaluate(() => sessionStorage.clear());
  const asked = listen(page);
  await page.reload();
  // The startup response contains the billing status.
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  expect(asked).toEqual(['/api/startup']);
  await expect(dialog(page)).toHaveCount(0);
});

test('no question is asked if there is no candidate', { tag: ['@BILLING-15'] }, async ({ page }) => {
  const company = await companyWith('empty', { owner: false });
  await company.signIn(page, 'Grace Whitfield');
  const me = (await call(page, 'GET', '/api/users/me')).json as { activeUser: { WizeOrgUnitId: number } };
  const path = `/api/org-units/${me.activeUser.WizeOrgUnitId}/company-admins`;
  await changeAnswer<{ count: number }>(page, path, (answer) => {
    answer.count = 0;
  });
  const asked = await open(page, company, 'Grace Whitfield');
  await expect.poll(() => asked).toEqual(['/api/startup', `${path}?onlyCount=true`, '/api/billing/status']);
  await expect(dialog(page)).toHaveCount(0);
});

test('only company admins of a company are ever asked', { tag: ['@BILLING-17', '@BILLING-18'] }, async ({ page }) => {
  const company = await companyWith('others', { owner: false });
  for (const person of ['Beth Sullivan', 'Avery Stone', 'Victor Adeyemi'] as const) {
    const asked = await open(page, company, person);
    expect(asked).toEqual(['/api/startup']);
    await expect(dialog(page)).toHaveCount(0);
  }
});
