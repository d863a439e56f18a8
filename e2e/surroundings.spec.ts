import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyWith, expect, signIn, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';

const main = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const links = (page: Page, given: Record<string, string>) =>
  changeAnswer<{ links: Record<string, string | null> }>(page, '/api/config', (config) => {
    Object.assign(config.links, given);
  });

test('pricing values, stages and lenders are loaded once at startup', {
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

test('the office-hours icon links to the meeting from its start, without a reload', {
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

test('the header links to the support portal', { tag: ['@NAV-29'] }, async ({ page, company }) => {
  await links(page, { supportPortal: 'https://support.example.com/', officeHours: 'https://meet.example.com/' });
  // She has the fullest header: all pages, two branches and a plan to upgrade.
  await company.signIn(page, 'Eleanor Hart');
  await page.goto(`${company.origin}/app/loans`);
  const link = page.getByRole('banner').getByRole('link', { name: 'Support' });
  await expect(link).toHaveAttribute('href', 'https://support.example.com/');
  await expect(link).toHaveAttribute('target', '_blank');
  for (const width of [390, 767, 1194, 1195, 1280, 1440]) await expectNoSidewaysScroll(page, width);
});

test('the header lists lenders, found by either name', {
  tag: ['@LENDER-01', '@LENDER-03', '@LENDER-04', '@LENDER-05', '@LENDER-06', '@LENDER-07', '@LENDER-08'],
}, async ({ page, company }) => {
  await changeAnswer<{ rows: { name: string; displayName: string }[] }>(page, '/api/lenders/integrated', (answer) => {
    const [first] = answer.rows;
    if (!first) throw new Error('The demo world has lenders');
    const more = [...Array(40).keys()].map((at) => ({ ...first, name: `made-${at}`, displayName: `Lender ${at}` }));
    answer.rows.push(...more);
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
  // On phones they are in the drawer.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(button).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Integrated Lenders' }).click();
  await expect(page.getByRole('link', { name: 'Old Mill Bank' })).toBeVisible();
  await expectNoSidewaysScroll(page, 390);
});

test('Connect opens the lender, and returns with the account connected or a reason', {
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
  // A return with an unknown state is refused, even with a valid code.
  await page.goto(`${company.origin}/partner/rocket/auth/callback?code=allowed&state=made-up`);
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible();
});

type Settings = { features: Record<string, boolean>; widgets: Record<string, string | null> };
/** A script that records which user a third-party widget receives. */
const stub = (kind: string) => `
  window.widgetUsers = { ...window.widgetUsers, ${kind}: [] };
  window.keyturnWidgets = { ...window.keyturnWidgets, ${kind}: {
    init: (user) => window.widgetUsers.${kind}.push(user),
    open: () => { document.title = '${kind} is open'; },
  } };`;
const kinds = ['chat', 'supportWidget', 'guidedTour', 'announcements'];

test('help, chat and announcements appear if enabled, and scripts replace our own', {
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

  // All widgets are disabled.
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Integrated Lenders' })).toBeVisible();
  await expect.poll(() => entered).toEqual(['GET']);
  for (const absent of [chat, help, announced]) await expect(absent).toHaveCount(0);

  // Enabled without scripts, our own widgets are shown.
  set = ({ features }) =>
    Object.assign(features, { testBanner: true }, Object.fromEntries(kinds.map((kind) => [kind, true])));
  await page.reload();
  await chat.click();
  await expect(page.getByRole('dialog', { name: 'Chat' })).toContainText('Chat isn’t connected.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeVisible();
  await announced.click();
  await expect(page.getByRole('dialog', { name: 'Announcements' })).toContainText('Rules make tasks for you');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // Order from the top: banners, header, page, docked dialogs, chat.
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

  // Each script receives the user once.
  const off = set;
  set = (config) => {
    off(config);
    for (const kind of kinds) config.widgets[kind] = `/stub/${kind}.js`;
  };
  await page.reload();
  const received = () =>
    page.evaluate(() => (window as unknown as { widgetUsers?: Record<string, unknown[]> }).widgetUsers ?? {});
  const grace = expect.objectContaining({ name: 'Grace Whitfield', email: company.email('Grace Whitfield') });
  await expect.poll(async () => Object.keys(await received()).sort()).toEqual([...kinds].sort());
  await expect
    .poll(received)
    .toEqual({ chat: [grace], supportWidget: [grace], guidedTour: [grace], announcements: [grace] });
  expect((await received()).guidedTour).toEqual([expect.objectContaining({ role: 'Admin' })]);
  await chat.click();
  await expect(page).toHaveTitle('chat is open');
  await announced.click();
  await expect(page).toHaveTitle('announcements is open');
  // The script of a disabled widget isn't loaded.
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
  // Users of the provider get no widgets.
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
