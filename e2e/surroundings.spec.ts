import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyWith, expect, type Person, signIn, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';

const main = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const account = (page: Page, person: Person) => page.getByRole('button', { name: `Account: ${person}` });
const links = (page: Page, given: Record<string, string>) =>
  changeAnswer<{ links: Record<string, string | null> }>(page, '/api/config', (config) => {
    Object.assign(config.links, given);
  });

test('on entering, what prices are asked with and the stages and lenders are read, once', {
  tag: ['@SHELL-06', '@SHELL-07'],
}, async ({ page, company }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['/api/startup', '/api/pricing/lookups', '/api/lookups'].includes(pathname)) asked.push(pathname);
  });
  await company.signIn(page, 'Avery Stone');
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/startup');
  await page.goto(`${company.origin}/app/loans`);
  const { app } = await (await answered).json();
  expect(Object.keys(app.keyedLookups).sort()).toEqual(['lenders', 'pipelines']);
  expect(app.pricingLookups.loanTypes).toContainEqual({ value: 'FHA', label: 'FHA' });
  const expected = ['/api/startup'];
  await main(page).getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
  await main(page).getByRole('link', { name: 'Loans' }).click();
  await expect(page.getByRole('heading', { name: 'Loans', level: 1, exact: true })).toBeVisible();
  expect(asked).toEqual(expected);
});

test('the office-hours icon leads to the meeting from the hour on, without a reload', {
  tag: ['@NAV-28', '@OFFICE-02', '@OFFICE-03'],
}, async ({ page, company }) => {
  await page.clock.install({ time: new Date('2026-11-18T19:59:30Z') });
  await links(page, { officeHours: 'https://meet.example.com/keyturn' });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const icon = page.getByRole('banner').getByRole('button', { name: 'Live office hours' });
  const meeting = page.getByRole('banner').getByRole('link', { name: 'Live office hours' });
  await expect(icon).toBeVisible();
  await icon.hover();
  await expect(page.getByRole('tooltip')).toContainText(/^Next live office hours: Wednesday, Nov 18, 2026/);
  await expectAccessible(page);
  await page.clock.runFor(60_000);
  await expect(meeting).toHaveAttribute('href', 'https://meet.example.com/keyturn');
  await expect(meeting).toHaveAttribute('target', '_blank');
  await expect(icon).toHaveCount(0);
  await meeting.hover();
  await expect(page.getByRole('tooltip')).toContainText(/Wednesday, Nov 18, 2026/);
});

test('the support portal is a press away', { tag: ['@NAV-29'] }, async ({ page, company }) => {
  await links(page, { supportPortal: 'https://support.example.com/', officeHours: 'https://meet.example.com/' });
  // Nobody has more in the header than who has all of its pages, two branches and a plan to upgrade.
  await company.signIn(page, 'Eleanor Hart');
  await page.goto(`${company.origin}/app/loans`);
  const link = page.getByRole('banner').getByRole('link', { name: 'Support' });
  await expect(link).toHaveAttribute('href', 'https://support.example.com/');
  await expect(link).toHaveAttribute('target', '_blank');
  for (const width of [390, 767, 1194, 1195, 1280, 1440]) await expectNoSidewaysScroll(page, width);
});

const portals = (page: Page, borrower: string | null, realtor: string | null) =>
  changeAnswer<{ activeUser: Record<string, unknown> }>(page, '/api/users/me', ({ activeUser }) => {
    activeUser.borrowerPortalUrl = borrower;
    activeUser.realtorPortalUrl = realtor;
  });
const spanish = (page: Page, spanishInd: boolean) =>
  changeAnswer<{ spanishInd: boolean }>(page, '/api/users/me/config', (config) => {
    config.spanishInd = spanishInd;
  });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

test('a loan officer follows and copies the links to their portals', {
  tag: ['@PORTAL-03', '@PORTAL-04', '@PORTAL-05', '@PORTAL-06', '@PORTAL-07'],
}, async ({ page, company, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: company.origin });
  await page.clock.install();
  await portals(page, 'https://apply.example.com/cove', 'https://agents.example.com/cove');
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await account(page, 'Avery Stone').click();
  const link = 'https://apply.example.com/cove/300001';
  await expect(item(page, 'Borrower Portal')).toHaveAttribute('href', link);
  await expect(item(page, 'Borrower Portal')).toHaveAttribute('target', '_blank');
  await expect(item(page, 'Agent Portal')).toHaveAttribute('href', 'https://agents.example.com/cove');
  await expectAccessible(page);

  await item(page, 'Copy link: Agent Portal').click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe('https://agents.example.com/cove');
  // From here on the page's clock goes by steps.
  await page.clock.pauseAt(Date.now() + 500);
  await item(page, 'Copy link: Borrower Portal').click();
  const copied = item(page, 'Copy link: Borrower Portal').getByText('copied');
  await expect(copied).toBeVisible();
  expect(await clipboard()).toBe(link);
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(150);
  await expect(copied).toHaveCount(0);

  await page.clock.resume();
  await spanish(page, true);
  await page.reload();
  await account(page, 'Avery Stone').click();
  await expect(item(page, 'Borrower Portal (English)')).toHaveAttribute('href', link);
  await expect(item(page, 'Borrower Portal (Spanish)')).toHaveAttribute('href', `${link}?lang=es`);
  await expect(item(page, 'Borrower Portal')).toHaveCount(0);
});

test('links to portals are for loan officers who have them', {
  tag: ['@PORTAL-08', '@PORTAL-09'],
}, async ({ page, company }) => {
  for (const [person, borrower, realtor] of [
    ['Avery Stone', 'https://apply.example.com/cove', null],
    ['Avery Stone', null, 'https://agents.example.com/cove'],
    ['Paul Okafor', 'https://apply.example.com/cove', 'https://agents.example.com/cove'],
  ] as const) {
    await page.unrouteAll();
    await portals(page, borrower, realtor);
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    await account(page, person).click();
    await expect(item(page, 'User Settings')).toBeVisible();
    const isOfficer = person === 'Avery Stone';
    await expect(item(page, 'Borrower Portal')).toHaveCount(isOfficer && borrower ? 1 : 0);
    await expect(item(page, 'Agent Portal')).toHaveCount(isOfficer && realtor ? 1 : 0);
  }
});

test('a link that could not be copied is told to the console alone', {
  tag: ['@PORTAL-11'],
}, async ({ page, company }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  await portals(page, null, 'https://agents.example.com/cove');
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await account(page, 'Avery Stone').click();
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be copied'));
  await item(page, 'Copy link: Agent Portal').click();
  expect((await logged).type()).toBe('error');
  await expect(item(page, 'Copy link: Agent Portal')).not.toContainText('copied');
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0);
});

test('tab settings hide items of the header, and empty ones bring them back', {
  tag: ['@SHELL-36', '@SHELL-37'],
}, async ({ page, company }) => {
  let hidden: Record<string, boolean> = { leads: false };
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/user/edit`);
  const leads = main(page).getByRole('link', { name: 'Leads' });
  await expect(leads).toBeVisible();
  type User = { tabConfig: unknown };
  await changeAnswer<User | { activeUser: User }>(page, '/api/users/me', (told) => {
    const user = 'activeUser' in told ? told.activeUser : told;
    user.tabConfig = hidden;
  });
  /** What is saved of oneself has the user read again. */
  const refresh = async (title: string) => {
    await page.getByLabel('Job title').fill(title);
    await page.getByRole('button', { name: 'Save' }).first().click();
  };
  await refresh('Loan officer');
  await expect(leads).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  hidden = {};
  await refresh('Senior loan officer');
  await expect(leads).toBeVisible();
});

test('the header leads to the systems of lenders, found by either name', {
  tag: ['@LENDER-01', '@LENDER-03', '@LENDER-04', '@LENDER-05', '@LENDER-06', '@LENDER-07', '@LENDER-08'],
}, async ({ page, company }) => {
  await changeAnswer<{ rows: { name: string; displayName: string }[] }>(page, '/api/lenders/integrated', (told) => {
    const [first] = told.rows;
    if (!first) throw new Error('The demo world has lenders');
    const more = [...Array(40).keys()].map((at) => ({ ...first, name: `made-${at}`, displayName: `Lender ${at}` }));
    told.rows.push(...more);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const button = page.getByRole('banner').getByRole('button', { name: 'Integrated Lenders' });
  await button.click();
  const popover = page.getByRole('dialog', { name: 'Integrated Lenders' });
  const logos = popover.getByRole('list', { name: 'Integrated Lenders' }).getByRole('link');
  const box = popover.getByRole('textbox', { name: 'Search lenders' });
  await expect(box).toBeFocused();
  await expect(logos).toHaveCount(52);
  const first = popover.getByRole('link', { name: 'Pacific Crest Wholesale' });
  await expect(first).toHaveAttribute('href', 'https://pacific-crest.example/brokers');
  await expect(first).toHaveAttribute('target', '_blank');
  await expect(first.getByRole('img')).toBeVisible();
  await expectAccessible(page);

  const width = () => popover.evaluate((element) => (element as HTMLElement).offsetWidth);
  expect(await width()).toBe(860);
  const list = popover.getByRole('list', { name: 'Integrated Lenders' });
  expect(await list.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(355);
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);

  await box.fill('OLD mill');
  await expect(logos).toHaveCount(1);
  await expect(popover.getByRole('link', { name: 'Old Mill Bank' })).toBeVisible();
  await box.fill('made-17');
  await expect(popover.getByRole('link', { name: 'Lender 17' })).toBeVisible();
  await expect(logos).toHaveCount(1);
  await box.fill('nobody');
  await expect(popover.getByText('No Records Found', { exact: true })).toBeVisible();
  await popover.getByRole('button', { name: 'Clear' }).click();
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  await expect(logos).toHaveCount(52);
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.setViewportSize({ width: 1000, height: 700 });
  await button.click();
  expect(await width()).toBe(580);
  await page.keyboard.press('Escape');
  // On phones they stand in the drawer.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(button).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Integrated Lenders' }).click();
  await expect(page.getByRole('link', { name: 'Old Mill Bank' })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
});

test('Connect leads to the lender, and back with the account connected or the reason', {
  tag: ['@LENDER-09'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  const settings = `${company.origin}/app/settings/lender-integration`;
  await page.goto(settings);
  const row = page.getByRole('row', { name: /^Rocket Pro/ });
  await expect(row).toContainText('Not connected');
  const connect = row.getByRole('button', { name: /^Connect.*: Rocket Pro$/ });
  await connect.click();
  await expect(page.getByRole('heading', { name: 'Sandbox lender' })).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  expect(asked.get('response_type')).toBe('code');
  expect(asked.get('redirect_uri')).toBe(`${company.origin}/partner/rocket/auth/callback`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible();

  await connect.click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Rocket Pro has been successfully authorized into your account.')).toBeVisible();
  await expect(page).toHaveURL(settings);
  await expect(row.getByText('Connected', { exact: true }).first()).toBeVisible();
  await expect(connect).toHaveText('Connect again');
  // A return that nobody began is none, even with a code that the lender would take.
  await page.goto(`${company.origin}/partner/rocket/auth/callback?code=allowed&state=made-up`);
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible();
});

type Settings = { features: Record<string, boolean>; widgets: Record<string, string | null> };
/** What every page asks who works with it, as a script of somebody else would be told. */
const stub = (kind: string) => `
  window.told = { ...window.told, ${kind}: [] };
  window.keyturnWidgets = { ...window.keyturnWidgets, ${kind}: {
    init: (user) => window.told.${kind}.push(user),
    open: () => { document.title = '${kind} is open'; },
  } };`;
const kinds = ['chat', 'supportWidget', 'guidedTour', 'announcements'];

test('help, chat and announcements stand where they are switched on, and others show theirs in their place', {
  tag: [
    '@SHELL-01',
    '@SHELL-05',
    '@WIDGET-01',
    '@WIDGET-02',
    '@WIDGET-03',
    '@WIDGET-07',
    '@WIDGET-08',
    '@WIDGET-09',
    '@WIDGET-10',
  ],
}, async ({ page }) => {
  const company = await companyWith('widgets', { billing: { payer: 'COMPANY', state: 'TRIAL', days: 5 } });
  let set: (config: Settings) => void = () => {};
  await changeAnswer<Settings>(page, '/api/config', (config) => set(config));
  const scripts: string[] = [];
  await page.route('**/stub/*.js', (route) => {
    const kind = /stub\/(\w+)\.js$/.exec(route.request().url())?.[1] ?? '';
    scripts.push(kind);
    return route.fulfill({ contentType: 'text/javascript', body: stub(kind) });
  });
  const entered: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/contexts') entered.push(request.method());
  });
  const chat = page.getByRole('button', { name: 'Chat', exact: true });
  const help = page.getByRole('button', { name: 'Help', exact: true });
  const announced = page.getByRole('banner').getByRole('button', { name: 'Announcements' });

  // Nothing is switched on.
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Integrated Lenders' })).toBeVisible();
  await expect.poll(() => entered).toEqual(['GET']);
  for (const absent of [chat, help, announced]) await expect(absent).toHaveCount(0);

  // Switched on without scripts: our own stand in for them.
  set = ({ features }) =>
    Object.assign(features, { testBanner: true }, Object.fromEntries(kinds.map((kind) => [kind, true])));
  await page.reload();
  await chat.click();
  await expect(page.getByRole('dialog', { name: 'Chat' })).toContainText('No chat is connected to this installation.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeVisible();
  await announced.click();
  await expect(page.getByRole('dialog', { name: 'Announcements' })).toContainText('Rules make tasks for you');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // Banners, header, page, docked dialogs, chat: in this order from the top.
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const inOrder = [
    region('Billing'),
    region('Email'),
    region('Test system'),
    page.getByRole('banner'),
    page.getByRole('main'),
    region('Docked dialogs'),
    chat,
  ];
  for (const [one, next] of inOrder.slice(1).map((next, at) => [inOrder[at], next] as const)) {
    const follows = await one?.evaluate(
      (element, other) => Boolean(element.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_FOLLOWING),
      await next.elementHandle(),
    );
    expect(follows, `${one} before ${next}`).toBe(true);
  }

  // With scripts, each is told who is there, once.
  const off = set;
  set = (config) => {
    off(config);
    for (const kind of kinds) config.widgets[kind] = `/stub/${kind}.js`;
  };
  await page.reload();
  const told = () => page.evaluate(() => (window as unknown as { told?: Record<string, unknown[]> }).told ?? {});
  const grace = expect.objectContaining({ name: 'Grace Whitfield', email: company.email('Grace Whitfield') });
  await expect.poll(async () => Object.keys(await told()).sort()).toEqual([...kinds].sort());
  await expect
    .poll(told)
    .toEqual({ chat: [grace], supportWidget: [grace], guidedTour: [grace], announcements: [grace] });
  expect((await told()).guidedTour).toEqual([expect.objectContaining({ role: 'Admin' })]);
  await chat.click();
  await expect(page).toHaveTitle('chat is open');
  await announced.click();
  await expect(page).toHaveTitle('announcements is open');
  // One that is switched off is not loaded.
  const withScripts = set;
  set = (config) => {
    withScripts(config);
    Object.assign(config.features, { chat: false, guidedTour: false });
  };
  scripts.length = 0;
  await page.reload();
  await expect(help).toBeVisible();
  await expect.poll(() => [...scripts].sort()).toEqual(['announcements', 'supportWidget']);
  await expect(chat).toHaveCount(0);
  // Nobody of the provider gets any of them.
  set = withScripts;
  scripts.length = 0;
  const provider = `http://localhost:${process.env.KEYTURN_PORT}`;
  await signIn(page, provider, 'sam.rivera@provider.example');
  await page.goto(`${provider}/org`);
  await expect(page.getByRole('table', { name: 'Companies' })).toContainText('Harbor Home Lending');
  await page.waitForLoadState('networkidle');
  for (const absent of [chat, help, announced]) await expect(absent).toHaveCount(0);
  expect(scripts).toEqual([]);
});
