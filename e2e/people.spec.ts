import { expect, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';

test('everybody the program is for signs in and is in', { tag: ['@ORG-01'] }, async ({ page }) => {
  const origin = `http://harbor.localhost:${process.env.KEYTURN_PORT}`;
  for (const [person, roles] of [
    ['Avery Stone', 'Originator'],
    ['Paul Okafor', 'Processor'],
    ['Jamie Lin', 'Assistant'],
    ['Omar Haddad', 'Administrator'],
    ['Grace Whitfield', 'Company Admin'],
  ] as const) {
    await page.goto(`${origin}/login`);
    await page.getByRole('button', { name: person }).click();
    await expect(page).toHaveURL(`${origin}/app/loans`);
    await expect(page.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Account: ${person}` }).click();
    await expect(page.getByRole('menu')).toContainText(roles);
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/session-ended/);
  }
});

test('the title ends with what the source of the account calls the program', {
  tag: ['@ORG-09'],
}, async ({ page, company }) => {
  await changeAnswer<{ activeUser: { WizeSource: unknown } }>(page, '/api/users/me', ({ activeUser }) => {
    activeUser.WizeSource = { config: { appTitle: 'Harbor Desk' } };
  });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page).toHaveTitle('Loans | Harbor Desk');
});

test('without a title of its own the source has the one of the company’s look', async ({ page, company }) => {
  await changeAnswer<{ activeUser: { WizeSource: unknown } }>(page, '/api/users/me', ({ activeUser }) => {
    activeUser.WizeSource = { config: { appTitle: null } };
  });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page).toHaveTitle('Loans | Harbor Home Lending');
});
