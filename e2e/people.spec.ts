import { anotherBrowser, expect, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { call } from './support/loans.ts';

test('users of every role sign in and can work', { tag: ['@ORG-01'] }, async ({ page }) => {
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

test('the page title ends with the app title of the account’s source', {
  tag: ['@ORG-09', '@NAV-31'],
}, async ({ page, context, company }) => {
  type Me = { activeUser: { WizeOrgUnitId: number; WizeSource: { config: { appTitle: string | null } } } };
  const grace = await anotherBrowser(context);
  await company.signIn(grace, 'Grace Whitfield');
  const { activeUser } = (await call(grace, 'GET', '/api/users/me')).json as Me;
  const path = `/api/org-units/${activeUser.WizeOrgUnitId}/theme`;
  const setTitle = async (appTitle: string) => {
    const { version, ...look } = (await call(grace, 'GET', path)).json as { version: number };
    expect((await call(grace, 'PUT', path, { ...look, appTitle }, version)).status).toBe(200);
  };
  await company.signIn(page, 'Avery Stone');
  for (const title of ['Harbor Desk', 'Cove Desk']) {
    await setTitle(title);
    await page.goto(`${company.origin}/app/loans`);
    const me = (await call(page, 'GET', '/api/users/me')).json as Me;
    expect(me.activeUser.WizeSource.config.appTitle).toBe(title);
    await expect(page).toHaveTitle(`Loans | ${title}`);
    await page.goto(`${company.origin}/app/user/edit`);
    await expect(page).toHaveTitle(`User Settings | ${title}`);
  }
  // Before the sign-in, the title comes from the host's theme.
  await grace.context().close();
  await page.goto(`${company.origin}/session-ended`);
  await expect(page).toHaveTitle(/ \| Cove Desk$/);
});

test('a source without a title uses the company’s title', async ({ page, company }) => {
  await changeAnswer<{ activeUser: { WizeSource: unknown } }>(page, '/api/users/me', ({ activeUser }) => {
    activeUser.WizeSource = { config: { appTitle: null } };
  });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const { appTitle } = await page.evaluate(async () => (await fetch('/api/theme')).json());
  await expect(page).toHaveTitle(`Loans | ${appTitle}`);
});
