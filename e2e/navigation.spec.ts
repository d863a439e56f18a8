import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyAt, expect, type Person, test } from './support/company.ts';
import { answerWith, changeAnswer } from './support/failures.ts';
import { call, createLead, createLoan } from './support/loans.ts';

const main = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });
const widths = [390, 767, 991, 1194, 1195, 1260, 1280, 1440];

/** Opens a menu of the header and clicks one of its items. */
async function follow(page: Page, menu: string, item: string): Promise<void> {
  await main(page).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('a company admin reaches every page from the header, and each page shows its name', {
  tag: [
    ...['@NAV-01', '@NAV-05', '@NAV-07', '@NAV-08', '@NAV-10', '@NAV-11', '@NAV-15', '@NAV-16', '@NAV-17'],
    ...['@NAV-18', '@NAV-19', '@SHELL-10', '@SHELL-12', '@SHELL-14', '@SHELL-15', '@SHELL-18', '@SHELL-20'],
    ...[
      '@SHELL-11',
      '@SHELL-16',
      '@SHELL-17',
      '@SHELL-19',
      '@SHELL-21',
      '@SHELL-22',
      '@SHELL-23',
      '@SHELL-24',
      '@SHELL-25',
    ],
  ],
}, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/tasks`);
  await expect(main(page).getByRole('link')).toHaveText(['Dashboard', 'Loans', 'Leads', 'Brokers', 'Tasks']);
  const menus = {
    Pricing: ['Pricing', 'Quotes', 'Rate Alerts'],
    Contacts: ['Borrowers', 'Business Contacts'],
    Reports: ['Call Reports', 'Pipeline Reports', 'Revenue Reports', 'State Reports'],
  };
  for (const [menu, items] of Object.entries(menus)) {
    await main(page).getByRole('button', { name: menu }).click();
    await expect(page.getByRole('menuitem')).toHaveText(items);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
  }

  for (const [item, path, crumb, heading] of [
    ['Dashboard', 'dashboard', 'Dashboard', 'Dashboard'],
    ['Loans', 'loans', null, 'Loans'],
    ['Leads', 'leads', 'Leads', 'Leads'],
    ['Brokers', 'loan-officers', 'Brokers', 'Loan Officers'],
    ['Tasks', 'tasks', 'Tasks', 'Tasks'],
  ] as const) {
    await main(page).getByRole('link', { name: item }).click();
    await expect(page).toHaveURL(new RegExp(`/app/${path}(\\?|$)`));
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${item} \\| `));
    if (crumb) await expect(trail(page)).toHaveText(crumb);
    else await expect(trail(page)).toHaveCount(0);
  }
  for (const [menu, item, path, crumb, heading] of [
    ['Pricing', 'Pricing', 'pricing', 'Price Loan', 'Pricing'],
    ['Pricing', 'Quotes', 'quotes', 'Quote History', 'Quote History'],
    ['Pricing', 'Rate Alerts', 'rate-alerts', 'Rate Alerts', 'Rate Alerts'],
    ['Contacts', 'Borrowers', 'borrowers', 'Borrowers', 'Borrowers'],
    ['Contacts', 'Business Contacts', 'contacts', 'Business Contacts', 'Business Contacts'],
    ['Reports', 'Call Reports', 'call-reports', 'Call Reports', 'Call Reports'],
    ['Reports', 'Pipeline Reports', 'pipeline-reports', 'Pipeline Reports', 'Pipeline Reports'],
    ['Reports', 'Revenue Reports', 'revenue-reports', 'Revenue Reports', 'Revenue Reports'],
    ['Reports', 'State Reports', 'state-reports', 'State Reports', 'State Reports'],
  ] as const) {
    await follow(page, menu, item);
    await expect(page).toHaveURL(`${company.origin}/app/${path}`);
    await expect(trail(page)).toHaveText(crumb);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${crumb} \\| `));
  }
  await page.goto(`${company.origin}/app/settings`);
  await expect(trail(page).getByRole('listitem')).toHaveText(['Settings', 'Organization']);
});

test('the header stays one line with the most items', async ({ page }) => {
  await changeAnswer<{ activeUser: { WizeOrgUnit: { displayName: string } } }>(page, '/api/users/me', (me) => {
    me.activeUser.WizeOrgUnit.displayName = 'Harbor Home Lending of San Francisco';
  });
  const harbor = companyAt('harbor');
  await harbor.signIn(page, 'Eleanor Hart');
  await page.goto(`${harbor.origin}/app/tasks`);
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^Branch: / }).click();
  await page
    .getByRole('option', { name: /^Harbor Home Lending/ })
    .first()
    .click();
  await expect(banner.getByRole('button', { name: /^Branch: Harbor/ })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'Upgrade' })).toBeVisible();
  for (const width of [1195, 1280, 1381, 1440, 1441, 1760, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, width);
    const wrapped = await banner.evaluate((header) => {
      const found: string[] = [];
      const right = header.querySelector('nav')?.getBoundingClientRect().right ?? 0;
      const actions = header.querySelector('nav ~ div')?.getBoundingClientRect().left ?? 0;
      if (right > actions) found.push(`the menus reach ${right - actions} px into the actions`);
      const texts = document.createTreeWalker(header, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        if (range.getBoundingClientRect().height > 24) found.push(texts.currentNode.textContent ?? '');
      }
      return found;
    });
    expect(wrapped, `at ${width}`).toEqual([]);
  }
});

test('leads open with the user’s own, or with all for administrators', {
  tag: ['@NAV-04', '@SHELL-17', '@SHELL-31'],
}, async ({ page, company }) => {
  for (const [person, whose] of [
    ['Avery Stone', 'MINE'],
    ['Jamie Lin', 'MINE'],
    ['Grace Whitfield', 'ALL'],
  ] as const) {
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    await main(page).getByRole('link', { name: 'Leads' }).click();
    await expect(page).toHaveURL(`${company.origin}/app/leads?assigneeType=${whose}`);
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
  }
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/leads`);
  const { id } = await createLead(page, { firstName: 'Ada', lastName: 'Quill' });
  await page.goto(`${company.origin}/app/leads`);
  await page.getByRole('link', { name: 'Ada Quill' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/leads/${id}`);
  await expect(page.getByRole('heading', { name: 'Ada Quill', level: 1 })).toBeVisible();
});

test('a press on Pricing while it is open resets the form', { tag: ['@NAV-09'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/pricing`);
  await page.getByLabel('Purpose').selectOption('Refinance');
  const asked = page.waitForEvent('framenavigated', (frame) => frame.url().includes('reload=true'));
  await follow(page, 'Pricing', 'Pricing');
  await asked;
  await expect(page).toHaveURL(`${company.origin}/app/pricing`);
  await expect(page.getByLabel('Purpose')).toHaveValue('');
});

/** Neither menu item nor page is available, and its address leads to the loans. */
async function expectClosed(page: Page, origin: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`${origin}/app/${path}`);
    await expect(page).toHaveURL(`${origin}/app/loans`);
    await expect(page.getByText('You do not have access to this page.')).toBeVisible();
  }
}

const gates: readonly { tag: string; person: Person; item?: string; menu?: string; paths: readonly string[] }[] = [
  { tag: '@NAV-36', person: 'Avery Stone', item: 'Brokers', paths: ['loan-officers'] },
  { tag: '@NAV-35', person: 'Dana Price', item: 'Leads', paths: ['leads'] },
  { tag: '@NAV-37', person: 'Paul Okafor', menu: 'Pricing', paths: ['pricing', 'quotes', 'rate-alerts'] },
  { tag: '@NAV-38', person: 'Dana Price', menu: 'Contacts', paths: ['borrowers', 'contacts'] },
  { tag: '@NAV-39', person: 'Dana Price', menu: 'Reports', paths: ['pipeline-reports', 'revenue-reports'] },
];
for (const { tag, person, item, menu, paths } of gates) {
  test(`${person} has neither ${item ?? menu} in the header nor its pages`, { tag: [tag] }, async ({
    page,
    company,
  }) => {
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    await expect(main(page).getByRole('link', { name: 'Loans' })).toBeVisible();
    if (item) await expect(main(page).getByRole('link', { name: item })).toHaveCount(0);
    if (menu) await expect(main(page).getByRole('button', { name: menu })).toHaveCount(0);
    await expectClosed(page, company.origin, paths);
  });
}

test('the permission table decides who sees the dashboard', {
  tag: ['@NAV-34'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await changeAnswer<{ areas: Record<string, boolean>; routes: Record<string, boolean> }>(
    page,
    '/api/users/me/permissions',
    (permissions) => {
      permissions.areas.dashboard = false;
      permissions.routes['/app/dashboard'] = false;
    },
  );
  await page.goto(`${company.origin}/app/loans`);
  await expect(main(page).getByRole('link', { name: 'Loans' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await expectClosed(page, company.origin, ['dashboard']);
});

test('rate alerts are available to users who manage them', { tag: ['@NAV-43'] }, async ({ page, company }) => {
  for (const [person, items, status] of [
    ['Avery Stone', ['Pricing', 'Quotes', 'Rate Alerts'], 200],
    // The lock desk prices loans but doesn't manage alerts.
    ['Mei Tanaka', ['Pricing', 'Quotes'], 403],
  ] as const) {
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    await main(page).getByRole('button', { name: 'Pricing' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([...items]);
    expect((await call(page, 'GET', '/api/rate-alerts/loans')).status).toBe(status);
  }
  await expectClosed(page, company.origin, ['rate-alerts']);
});

test('reports are available only to users who manage them', {
  tag: ['@NAV-41', '@NAV-42', '@SHELL-29'],
}, async ({ page, company }) => {
  const period = 'from=2026-01-01&to=2026-12-31';
  for (const [person, items, refused] of [
    ['Avery Stone', ['Pipeline Reports'], ['call', 'state', 'revenue']],
    ['Omar Haddad', ['Call Reports', 'Pipeline Reports', 'State Reports'], ['revenue']],
  ] as const) {
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    await main(page).getByRole('button', { name: 'Reports' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([...items]);
    for (const report of refused) {
      expect((await call(page, 'GET', `/api/reports/${report}?${period}`)).status).toBe(403);
    }
    await expectClosed(
      page,
      company.origin,
      refused.map((report) => `${report}-reports`),
    );
  }
  // A processor opens addresses without permission.
  await company.signIn(page, 'Paul Okafor');
  await expectClosed(page, company.origin, ['revenue-reports', 'settings', 'pricing']);
});

test('settings are available to users who have some', { tag: ['@NAV-40'] }, async ({ page, company }) => {
  for (const [person, item] of [
    ['Grace Whitfield', 'Company Settings'],
    ['Avery Stone', null],
  ] as const) {
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    await page.getByRole('button', { name: `Account: ${person}` }).click();
    await expect(page.getByRole('menuitem', { name: 'User Settings' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^(Company|Branch) Settings$/ })).toHaveCount(item ? 1 : 0);
    if (!item) continue;
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page).toHaveURL(`${company.origin}/app/settings/org-config`);
    await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  }
});

test('settings, users and borrowers have separate pages', {
  tag: ['@SHELL-19', '@SHELL-25', '@SHELL-33', '@SHELL-34'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings`);
  await expect(page).toHaveURL(`${company.origin}/app/settings/org-config`);
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await page.goto(`${company.origin}/app/settings/users`);
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Avery Stone' })).toBeVisible();
  await follow(page, 'Contacts', 'Borrowers');
  await expect(page).toHaveURL(`${company.origin}/app/borrowers`);
  await expect(page.getByRole('heading', { name: 'Borrowers', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Borrowers \| /);
  // The breadcrumb leads back to the list.
  await page.goto(`${company.origin}/app/borrowers/duplicates`);
  await trail(page).getByRole('link', { name: 'Borrowers' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/borrowers`);
});

test('groups of the drawer open on a press', { tag: ['@NAV-33'] }, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/loans`);
  // In the header a menu opens on hover.
  await main(page).getByRole('button', { name: 'Pricing' }).hover();
  await expect(page.getByRole('menuitem', { name: 'Quotes' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.getByRole('dialog');
  const pricing = drawer.getByRole('button', { name: 'Pricing' });
  await expect(pricing).toHaveAttribute('aria-expanded', 'false');
  await expect(drawer.getByRole('link', { name: 'Quotes' })).toBeHidden();
  await pricing.click();
  await expect(pricing).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Quotes' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/quotes`);
  await expect(drawer).toHaveCount(0);
});

test('the drawer can be docked beside the page if there is space', {
  tag: ['@SHELL-35'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto(`${company.origin}/app/loans`);
  const left = async () => (await page.getByRole('main').boundingBox())?.x ?? 0;
  expect(await left()).toBe(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dock menu' }).click();
  const docked = page.getByRole('complementary', { name: 'Menu' });
  await expect(docked.getByRole('link', { name: 'Loans' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await left()).toBe((await docked.boundingBox())?.width);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 1000);
  await docked.getByRole('link', { name: 'Tasks' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/tasks`);
  await page.reload();
  await expect(docked).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('menuDocked:'))),
  ).toHaveLength(1);
  await page.setViewportSize({ width: 1195, height: 800 });
  await expect(docked).toBeHidden();
  await page.setViewportSize({ width: 1000, height: 800 });
  await docked.getByRole('button', { name: 'Undock menu' }).click();
  await expect(docked).toHaveCount(0);
  expect(await left()).toBe(0);

  // Another user of this browser has their own setting.
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dock menu' }).click();
  await company.signIn(page, 'Beth Sullivan');
  await page.goto(`${company.origin}/app/loans`);
  await expect(page.getByRole('heading', { name: 'Loans', exact: true, level: 1 })).toBeVisible();
  await expect(docked).toHaveCount(0);
});

test('the plus menu offers all records that can be created', {
  tag: ['@PLUS-01', '@PLUS-04', '@PLUS-07'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const create = page.getByRole('banner').getByRole('button', { name: 'Create' });
  await create.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Loan/,
    /^Lead/,
    'Price Quote',
    'FNM 3.2 Import',
    'MISMO 3.4 Import',
    /^New Task/,
  ]);
  await page.getByRole('menuitem', { name: 'Price Quote' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/pricing`);
  await create.click();
  await page.getByRole('menuitem', { name: 'New Task' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible();
});

test('users of a processing company have no plus menu', { tag: ['@PLUS-10'] }, async ({ page }) => {
  const clearpath = companyAt('clearpath');
  await clearpath.signIn(page, 'Erin Walsh');
  await page.goto(`${clearpath.origin}/app/loans`);
  await expect(page.getByRole('button', { name: 'Account: Erin Walsh' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Create' })).toHaveCount(0);
});

test('a user restricted by billing sees the reason but can create a task', {
  tag: ['@PLUS-13'],
}, async ({ page }) => {
  const sable = companyAt('sable');
  await sable.signIn(page, 'Boris Adler');
  await page.goto(`${sable.origin}/app/loans`);
  const create = page.getByRole('banner').getByRole('button', { name: 'Create' });
  await expect(page.getByRole('region', { name: 'Billing' })).toBeVisible();
  for (const item of [/^Loan/, /^Lead$/, 'Price Quote', 'FNM 3.2 Import', 'MISMO 3.4 Import']) {
    await create.click();
    await page.getByRole('menuitem', { name: item }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('plan');
    await expect(page).toHaveURL(`${sable.origin}/app/loans`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await create.click();
  await page.getByRole('menuitem', { name: 'New Task' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible();
});

test('the dashboard shows the pipeline and upcoming work, and each number opens its list', async ({
  page,
  company,
}) => {
  await company.signIn(page, 'Priya Nguyen');
  await page.goto(`${company.origin}/app/dashboard`);
  await expect(page.getByText('No active loans.')).toBeVisible();
  await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz' });
  await createLead(page, { firstName: 'Ida', lastName: 'Moss' });
  await call(page, 'POST', '/api/tasks', { title: 'Order the appraisal', dueDate: '2026-11-20' });
  await page.reload();
  const figure = page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: /^Active loans/ });
  await expect(figure).toContainText('1');
  await expect(
    page.getByRole('region', { name: 'Newest leads' }).getByRole('link', { name: 'Ida Moss' }),
  ).toBeVisible();
  await expectAccessible(page);
  for (const width of widths) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });
  const stages = page.getByRole('table', { name: 'Pipeline by stage' });
  await stages.getByRole('link', { name: 'Application Started' }).click();
  await expect(page.getByRole('table', { name: 'Loans' }).getByText('Maya Ortiz')).toBeVisible();
  await page.goBack();
  await figure.click();
  await expect(page.getByRole('table', { name: 'Loans' }).getByText('Maya Ortiz')).toBeVisible();
});

test('a report that failed to load can be retried', async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await answerWith(page, '/api/reports/state', 500, { code: 'INTERNAL', message: 'Something went wrong.' });
  await page.goto(`${company.origin}/app/state-reports`);
  await expect(page.getByRole('alert')).toContainText('This could not be loaded.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Nothing in this period.')).toBeVisible();
});

const pages = [
  'pricing',
  'quotes',
  'rate-alerts',
  'call-reports',
  'pipeline-reports',
  'revenue-reports',
  'state-reports',
];
for (const path of pages) {
  test(`${path} is accessible at every width`, { tag: ['@CONST-01'] }, async ({ page }) => {
    const harbor = companyAt('harbor');
    await harbor.signIn(page, 'Grace Whitfield');
    await page.goto(`${harbor.origin}/app/${path}`);
    await expect(page.getByRole('table').or(page.getByText('Nothing in this period.')).first()).toBeVisible();
    await expectAccessible(page);
    for (const width of widths) await expectNoSidewaysScroll(page, width);
    await expectAccessible(page);
  });
}
