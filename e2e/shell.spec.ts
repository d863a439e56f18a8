import { expect, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { createLoan } from './support/loans.ts';

test('the app opens with the loans, and loads its startup data before a page', {
  tag: [
    '@smoke',
    '@SHELL-02',
    '@SHELL-03',
    '@SHELL-04',
    '@SHELL-08',
    '@SHELL-09',
    '@SHELL-16',
    '@SHELL-38',
    '@NAV-03',
    '@NAV-31',
  ],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const asked: string[] = [];
  page.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${company.origin}/`);
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  await expect.poll(() => asked).toContain('/api/loans');
  // One call returns user, permissions and lookups, before the page requests its loans.
  expect(asked.indexOf('/api/startup')).toBeGreaterThanOrEqual(0);
  expect(asked.indexOf('/api/startup')).toBeLessThan(asked.indexOf('/api/loans'));
  await expect(page).toHaveTitle(/^Loans \| /);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveText(
    new RegExp(`^© ${new Date().getFullYear()} .+\\. All rights reserved\\.$`),
  );

  await page.goto(`${company.origin}/app/xyz`);
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('an unknown page shows an error under the header', { tag: ['@SHELL-26'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/xyz`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Loans' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(page).toHaveTitle(/^Not Found \| /);

  // An invalid loan address stays unchanged.
  await page.goto(`${company.origin}/app/loans/import`);
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(page).toHaveURL(`${company.origin}/app/loans/import`);
});

test('the user menu shows the user’s name, role and branch', {
  tag: ['@USERMENU-01', '@USERMENU-02', '@USERMENU-03'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('button', { name: 'Account: Beth Sullivan' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Beth Sullivan');
  await expect(menu).toContainText('Branch Admin, Originator');
  await expect(menu).toContainText(company.email('Beth Sullivan'));
  await page.keyboard.press('Escape');

  // A user without a name is shown by email address.
  await changeAnswer<{ activeUser: { name: string } }>(page, '/api/users/me', (me) => {
    me.activeUser.name = '';
  });
  await page.reload();
  await expect(page.getByRole('button', { name: `Account: ${company.email('Beth Sullivan')}` })).toBeVisible();
});

test('legal pages are linked if the installation has their addresses', {
  tag: ['@USERMENU-07', '@USERMENU-08', '@USERMENU-09'],
}, async ({ page, company }) => {
  await changeAnswer<{ links: unknown }>(page, '/api/config', (config) => {
    config.links = {
      privacyPolicy: 'https://example.com/privacy',
      termsOfUse: 'https://example.com/terms',
      subscriptionAgreement: 'https://example.com/agreement',
      supportPortal: null,
      officeHours: null,
    };
  });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await page.getByRole('button', { name: 'Account: Avery Stone' }).click();
  for (const [name, address] of [
    ['Privacy Policy', 'https://example.com/privacy'],
    ['Terms of Use', 'https://example.com/terms'],
    ['Platform Subscription Agreement', 'https://example.com/agreement'],
  ] as const) {
    const link = page.getByRole('menuitem', { name });
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
  }
});

test('the menu becomes a drawer at 1194 px', { tag: ['@NAV-32'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 1195, height: 800 });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await page.setViewportSize({ width: 1194, height: 800 });
  await expect(bar).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'Loans' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Loans' }).click();
  await expect(drawer).toHaveCount(0);
});

test('the breadcrumb of a loan has all entries on wide screens and one on phones', {
  tag: ['@SHELL-27', '@SHELL-28', '@NAV-31'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const loan = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await page.goto(`${company.origin}/app/loans/${loan.id}/loan-info`);
  const entries = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  await expect(entries).toHaveText(['Loans', `Maya Ortiz, ${loan.loanNumber}`]);
  await expect(page).toHaveTitle(new RegExp(`^Maya Ortiz, ${loan.loanNumber} \\| `));
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(entries).toHaveCount(2);
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(entries).toHaveText(['Loans']);
  await expect(page.getByRole('banner')).toContainText(`Maya Ortiz, ${loan.loanNumber}`);
  await page.setViewportSize({ width: 1440, height: 800 });
  await entries.getByRole('link', { name: 'Loans' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});

test('the plus menu opens each tab of the dialog, and the key N the first', {
  tag: ['@PLUS-02', '@PLUS-05', '@PLUS-06', '@LOAN-03', '@LOAN-07', '@LOAN-09'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  for (const [item, title, tab] of [
    ['Loan', 'Create Loan', 'Manual'],
    ['FNM 3.2 Import', 'Import FNMA 3.2 File', 'Import FNMA'],
    ['MISMO 3.4 Import', 'Import MISMO 3.4 File', 'Import MISMO'],
  ] as const) {
    await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('menuitem', { name: item, exact: item !== 'Loan' })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(`${company.origin}/app/loans`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Create Loan' })).toBeVisible();
});

test('a user who may create nothing has no plus menu', async ({ page, company }) => {
  await company.signIn(page, 'Dana Price');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Create' })).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
