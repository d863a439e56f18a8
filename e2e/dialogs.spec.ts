import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import { enter, settled, type Visitor, visitors, walkTo, watch } from './support/pages.ts';

test.describe.configure({ mode: 'parallel' });

/** Widths at which it opens: narrow pages, or only pages with the table. */
type Width = 'narrow' | 'wide';
/** A dialog: its source file, its page, and how to open it. */
type Opening = readonly [file: string, at: string, open: (page: Page) => Promise<unknown>, width?: Width];

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const button = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();
const item = (of: string | RegExp, name: string) => async (page: Page) => {
  const opener = page.getByRole('button', { name: of });
  await opener.and(page.locator('[aria-haspopup="menu"]')).first().click();
  await page.getByRole('menuitem', { name }).first().click();
};

const mine = '/app/loans/$loanId/loan-center';
const lead = '/app/leads/$leadId';
const filter = encodeURIComponent(
  JSON.stringify({ match: 'all', conditions: [{ field: 'state', operator: 'is', values: ['CA'] }] }),
);
const fixture = resolve(import.meta.dirname, '../crates/lending/tests/fixtures/conventional-purchase.xml');

/** Dialogs that can be opened in the demo data without changing it, by user. */
const openings: Readonly<Record<string, readonly (readonly Opening[])[]>> = {
  'Avery Stone': [
    [
      ['app/shell/shortcuts-dialog', '/app/loans', press('?')],
      ['app/shell/nav-drawer', '/app/loans', button('Menu'), 'narrow'],
      ['features/search/search-dialog', '/app/loans', press('/')],
      ['features/loans/list/recent-bulk-updates-dialog', '/app/loans', item(/^Account/, 'Recent bulk changes')],
      ['features/loans/create/create-loan-modal', '/app/loans', press('n')],
      ['features/leads/create/add-lead-modal', '/app/loans', press('Shift+N')],
      ['features/loans/views/columns-editor', '/app/loans', button('Columns'), 'wide'],
      ['features/loans/views/filter-chips', '/app/loans', button('Add filter')],
      ['features/loans/views/view-dialog', `/app/loans?filter=${filter}`, button('Save as my view')],
      [
        'features/loans/list/bulk-preview',
        '/app/loans',
        async (page) => {
          await page
            .getByRole('checkbox', { name: /^Select / })
            .first()
            .check();
          await item('Move to', 'Docs Out')(page);
          await expect(page.getByRole('dialog')).toBeVisible();
        },
        'wide',
      ],
      [
        'features/loans/trid/trid-review',
        '/app/loans',
        async (page) => {
          await item('Create', 'MISMO 3.4 Import')(page);
          await page.getByRole('radio', { name: /^Active/ }).click();
          await page.getByLabel('Choose file').setInputFiles(fixture);
          await expect(page.getByRole('dialog', { name: 'TRID Review' })).toBeVisible();
        },
      ],
    ],
    [
      ['features/loans/team/team-dialog', mine, button('Change loan team')],
      ['features/loans/stages/stage-dialog', mine, item(/^Stage: /, 'Denied')],
      ['features/loans/stages/held-dialog', mine, item(/^Stage: /, 'Approved w/ Conditions')],
      ['features/loans/clocks/record-dialog', mine, button('Record event')],
      ['features/loans/clocks/closing-dialog', mine, button(/^(Set closing date|Change)$/)],
      ['features/loans/clocks/retract-dialog', mine, button(/^Void: /)],
      ['features/tasks/templates/from-templates-dialog', mine, button('From templates')],
      ['features/tasks/task-dialog', '/app/tasks', button('Add New Task')],
      ['features/tasks/calendar/day-dialog', '/app/tasks?as=calendar', button(/^Open /)],
      ['features/reports/deadlines-dialog', '/app/pipeline-reports', button(/^(Open|Late|Kept|On time) \d/)],
    ],
    [
      ['features/leads/page/status-dialog', lead, button('Change status')],
      ['features/leads/page/edit-dialog', lead, button('Edit')],
      ['features/leads/consent/consent-dialog', lead, button('Record consent')],
      ['shared/ui/confirm-dialog', lead, button(/^Convert/)],
      ['features/borrowers/directory/upload-dialog', '/app/borrowers', button('Upload Borrowers')],
      ['features/borrowers/directory/borrower-dialog', '/app/borrowers', button('Add borrower')],
      ['features/contacts/contact-dialog', '/app/contacts', button('Add contact')],
      ['features/contacts/company-dialog', '/app/contacts/companies', button(/^Edit/)],
      ['features/people/licenses/license-dialog', '/app/user/edit/licenses', button('Add license')],
    ],
  ],
  'Eleanor Hart': [
    [
      ['features/orgs/lists/entry-dialog', '/app/settings/lead-sources', button('Add source')],
      ['features/orgs/lists/retire-stage-dialog', '/app/settings/loan-stages', item(/^Actions for Clear/, 'Retire')],
      ['features/people/teams/team-dialog', '/app/settings/loan-teams', button(/^Edit the team of/)],
      ['features/people/contracts/engage-dialog', '/app/settings/processing-companies', button('Engage company')],
      ['features/people/users/invite-dialog', '/app/settings/users', button('Invite user')],
      ['features/people/users/membership-dialog', '/app/settings/users/$userId', button(/^Edit roles in/)],
      ['features/people/users/add-membership-dialog', '/app/settings/users/$userId', button('Add branch')],
      ['features/people/users/deactivate-dialog', '/app/settings/users/$userId', button('Deactivate user')],
    ],
    [
      ['features/orgs/branches/new-branch-dialog', '/app/settings/branches', button('New branch')],
      ['features/leads/intake/new-address-dialog', '/app/settings/lead-intake', button('New address')],
      ['features/tasks/definition-dialog', '/app/settings/task-templates', button('Send LE')],
      ['features/tasks/definition-dialog', '/app/settings/automation', button('Order third-party services')],
      ['features/billing/seats-dialog', '/app/settings/billing', button('Add seats')],
      ['features/billing/card-dialog', '/app/settings/billing', button('Change card')],
      ['features/billing/cancel-dialog', '/app/settings/billing', button('Cancel plan')],
      ['features/billing/upgrade-dialog', '/app/settings/billing', button('Upgrade')],
    ],
  ],
};

const visitor = (name: string): Visitor => visitors.find((one) => one.name === name) as Visitor;

for (const [name, parts] of Object.entries(openings)) {
  for (const part of parts) {
    test(`every dialog that ${name} opens is accessible, from ${part[0]?.[0]} on`, {
      tag: ['@A11Y-01', '@CONST-02'],
    }, async ({ page }) => {
      test.slow();
      watch(page);
      const address = await enter(page, visitor(name));
      await page.goto(address('/app/loans'));
      await settled(page);
      for (const [file, at, open, width] of part) {
        // Escape closes an open calendar before the dialog below it.
        const calendar = page.locator('.mantine-Popover-dropdown:visible');
        if ((await calendar.count()) > 0) {
          await page.keyboard.press('Escape');
          await expect(calendar).toHaveCount(0);
        }
        for (let left = await page.getByRole('dialog').count(); left > 0; left -= 1) {
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(left - 1);
        }
        const to = address(at);
        if (page.url() !== to) await walkTo(page, to);
        if (width === 'narrow') await page.setViewportSize({ width: 1000, height: 900 });
        await test.step(file, () => open(page));
        await (width === 'wide' ? expectAccessible(page) : expectAccessibleDialog(page, file));
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    });
  }
}

/** The maximum number of elements restyled at once during an action. */
async function styledBy(page: Page, browser: Browser, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const styled = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : []));
  expect(styled).not.toEqual([]);
  return Math.max(...styled);
}

test('closing a dialog doesn’t restyle the page behind it', async ({ page, browser }) => {
  const address = await enter(page, visitor('Avery Stone'));
  await page.goto(address('/app/loans'));
  await settled(page);
  const elements = await page.locator('#root *').count();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'First name' })).toBeFocused();
  const styled = await styledBy(page, browser, async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  expect(styled, `of ${elements} elements`).toBeLessThan(elements / 4);
});

test('a new style sheet doesn’t restyle the page', async ({ page, browser }) => {
  const sheet = '/build/something-else.css';
  await page.route(`**${sheet}`, (route) =>
    route.fulfill({ contentType: 'text/css', body: '#something-else { color: red }' }),
  );
  const address = await enter(page, visitor('Avery Stone'));
  await page.goto(address('/app/loans'));
  await settled(page);
  const elements = await page.locator('#root *').count();
  const styled = await styledBy(page, browser, () =>
    page.evaluate(
      (href) =>
        new Promise((painted) => {
          const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.href = href;
          link.onload = () => {
            document.getElementById('content')?.style.setProperty('outline', '0');
            requestAnimationFrame(() => setTimeout(painted));
          };
          document.head.append(link);
        }),
      sheet,
    ),
  );
  expect(styled, `of ${elements} elements`).toBeLessThan(elements / 4);
});

test('every dialog is checked while open, here or in another test', { tag: '@A11Y-01' }, () => {
  const web = resolve(import.meta.dirname, '../web/src');
  const filesIn = (folder: string, end: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
  const text = (folder: string, file: string) => readFileSync(resolve(folder, file), 'utf8');
  const written = filesIn(web, '.tsx')
    .filter((file) => !file.includes('.test.') && /<(Modal|Drawer)\b/.test(text(web, file)))
    .map((file) => file.replace('.tsx', ''));
  const stories = filesIn(import.meta.dirname, '.spec.ts')
    .filter((file) => !file.includes('/'))
    .flatMap((file) => [...text(import.meta.dirname, file).matchAll(/expectAccessibleDialog\(\w+, '([^']+)'\)/g)])
    .map(([, file]) => file);
  const seen = Object.values(openings)
    .flat(2)
    .map(([file]) => file);
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter((file) => !seen.includes(file) && !stories.includes(file))).toEqual([]);
});
