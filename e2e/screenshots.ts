// biome-ignore-all lint/style/noExcessiveLinesPerFile: one short script for each page
// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: the loops contain all scripts
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { batchOf, loanFile } from './support/bulk.ts';
import { companyWith, expect, signIn, test } from './support/company.ts';
import { answerWith, changeAnswer, hold } from './support/failures.ts';
import { readMismo } from './support/imports.ts';
import { call, createLead, createLoan, receivedLoan } from './support/loans.ts';
import { enter, passages, routes, settled, visitors, watch } from './support/pages.ts';

const fixture = (name: string) => resolve(import.meta.dirname, '../crates/lending/tests/fixtures', name);
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const harbor = () => `http://harbor.localhost:${process.env.KEYTURN_PORT}`;

for (const [size, viewport] of Object.entries(sizes)) {
  for (const scheme of ['light', 'dark']) {
    test.describe(`${size} ${scheme}`, () => {
      test.use({ viewport });
      test.beforeEach(({ page }) =>
        page.addInitScript((value) => localStorage.setItem('selectedTheme', value), scheme),
      );
      const take = async (page: Page, name: string, fullPage = false) => {
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `screenshots/${name}-${size}-${scheme}.png`, fullPage });
      };
      const dialog = (page: Page) => page.getByRole('dialog').last();
      const open = async (page: Page, origin: string, item: string) => {
        await page.goto(`${origin}/app/loans`);
        await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
        await page.getByRole('menuitem', { name: item }).first().click();
        await expect(dialog(page)).toBeVisible();
      };

      for (const visitor of visitors) {
        test(`every page that ${visitor.name} sees`, async ({ page }) => {
          watch(page);
          const address = await enter(page, visitor);
          for (const route of routes) {
            if (!visitor.sees(route) || route in passages) continue;
            await page.goto(address(route));
            await settled(page);
            await take(page, `page${route.replace(/[/$.]+/g, '-')}`, true);
          }
        });
      }

      test('public screens', async ({ page, company }) => {
        await page.goto(`${harbor()}/login`);
        await expect(page.getByText('Demo sign-ins')).toBeVisible();
        await take(page, 'login');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await take(page, 'login-errors');
        for (const path of ['session-ended', 'autherror', 'servererror', 'requesterror', 'not-found']) {
          await page.goto(`${company.origin}/${path}`);
          await take(page, path);
        }
      });

      test('differences of a file', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        const bytes = readFileSync(fixture('conventional-purchase.xml'), 'utf8');
        const read = async (text: string) => {
          await open(page, company.origin, 'MISMO 3.4 Import');
          await dialog(page)
            .getByRole('radio', { name: /^Active/ })
            .click();
          const file = { name: 'loan.xml', mimeType: 'text/xml', buffer: Buffer.from(text) };
          await readMismo(page, () => page.getByLabel('Choose file').setInputFiles(file));
        };
        await read(bytes);
        await dialog(page).getByRole('button', { name: 'Create Loan' }).click();
        await expect(page).toHaveURL(/loan-info$/);
        const changed = bytes
          .replace('>8500.00<', '>5500.00<')
          .replace('casey.rivera@', 'casey@')
          .replace('>Burbank<', '>Reno<');
        await read(changed);
        const differs = dialog(page).getByRole('region', { name: 'Differences from existing record' });
        await expect(differs.getByRole('listitem').first()).toBeVisible();
        await differs.scrollIntoViewIfNeeded();
        await take(page, 'import-differences');
        for (const later of await differs.getByText('Later').all()) await later.click();
        await dialog(page).getByRole('button', { name: 'Create Loan' }).click();
        await expect(dialog(page)).toBeHidden();
        await page.goto(page.url().replace('loan-info', 'loan-center'));
        await expect(page.getByRole('region', { name: /left for later/ })).toBeVisible();
        await take(page, 'loan-center-differences', true);
      });

      test('tasks by due date', async ({ page }) => {
        await signIn(page, harbor(), 'avery.stone@harbor.example');
        await page.goto(`${harbor()}/app/tasks?view=LOANS&as=board`);
        await expect(page.getByText('Price and quote')).toBeVisible();
        await take(page, 'tasks-board');
        await page.goto(`${harbor()}/app/tasks?as=calendar`);
        await expect(page.getByText('Price and quote').first()).toBeVisible();
        await take(page, 'tasks-calendar');
        await page.goto(`${harbor()}/app/tasks?as=calendar&span=week`);
        await expect(page.getByText('Ask the lender about extending the lock').first()).toBeVisible();
        await take(page, 'tasks-week');
        await page.goto(`${harbor()}/app/tasks?view=UNASSIGNED&string=schedule`);
        await page.getByText('Schedule the closing').first().click();
        await expect(page.getByText("Yes please. I'll tell Samuel.")).toBeVisible();
        await page.getByRole('textbox', { name: 'Add a comment' }).scrollIntoViewIfNeeded();
        await take(page, 'task-comments');
      });

      test('tasks', async ({ page, company }) => {
        await signIn(page, harbor(), 'avery.stone@harbor.example');
        await page.goto(`${harbor()}/app/tasks`);
        await expect(page.getByText('Price and quote')).toBeVisible();
        await take(page, 'tasks');
        await page.goto(`${harbor()}/app/tasks?view=LOANS`);
        await expect(page.getByText('Order the appraisal')).toBeVisible();
        await take(page, 'tasks-by-loan');
        await page.getByText('Price and quote').click();
        await expect(dialog(page).getByLabel('Title')).toHaveValue('Price and quote');
        await take(page, 'task-dialog');
        await dialog(page).getByRole('button', { name: 'Dock' }).click();
        await page.getByRole('button', { name: 'Add New Task' }).click();
        await dialog(page).getByLabel('Title').fill('Call the title company');
        await dialog(page).getByRole('button', { name: 'Dock' }).click();
        await page.getByRole('button', { name: 'Tasks: 2 docked' }).click();
        await take(page, 'tasks-docked');
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/tasks`);
        await expect(page.getByRole('heading', { name: 'No open tasks' })).toBeVisible();
        await take(page, 'tasks-empty');
        const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', phone: '4155550132' });
        for (const title of ['Pull credit', 'Order the appraisal']) {
          await call(page, 'POST', '/api/tasks', { title, LoanId: id, dueDate: '2026-11-20' });
        }
        await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
        await expect(page.getByText('Pull credit')).toBeVisible();
        await take(page, 'loan-tasks', true);
        await page
          .getByRole('region', { name: 'Tasks', exact: true })
          .getByRole('button', { name: 'Add task' })
          .click();
        await dialog(page).getByLabel('Title').fill('Send the CD');
        await dialog(page).getByText('By the loan').click();
        await dialog(page).getByText('Role on the loan').click();
        await dialog(page).getByRole('textbox', { name: 'Add to checklist' }).fill('Check the fees');
        await page.keyboard.press('Enter');
        await take(page, 'task-by-the-loan');
      });

      test('search', async ({ page }) => {
        await signIn(page, harbor(), 'avery.stone@harbor.example');
        await page.goto(`${harbor()}/app/loans`);
        await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
        await expect(dialog(page)).toContainText('Two characters are enough.');
        await take(page, 'search-empty');
        await dialog(page).getByRole('combobox').fill('ma');
        await expect(dialog(page).getByRole('option').first()).toBeVisible();
        await page.keyboard.press('ArrowDown');
        await take(page, 'search');
        await page.keyboard.press('Escape');
        await page.keyboard.press('/');
        await dialog(page).getByRole('combobox').fill('xxyyzz');
        await expect(dialog(page).getByText('No Records Found')).toBeVisible();
        await take(page, 'search-none');
        await page.keyboard.press('Escape');
        await page.keyboard.press('?');
        await expect(dialog(page)).toContainText('Go to Loans');
        await take(page, 'shortcuts');
      });

      test('templates and rules', async ({ page }) => {
        await signIn(page, harbor(), 'grace.whitfield@harbor.example');
        await page.goto(`${harbor()}/app/settings/task-templates`);
        await expect(page.getByText('Send LE')).toBeVisible();
        await take(page, 'task-templates');
        await page.getByRole('button', { name: 'Contact new lead' }).click();
        await expect(dialog(page).getByRole('figure')).toBeVisible();
        await take(page, 'task-template-of-lead');
        await page.reload();
        await page.getByRole('button', { name: 'Send LE' }).click();
        await take(page, 'task-template');
        await page.goto(`${harbor()}/app/settings/automation`);
        await expect(page.getByText('Order third-party services')).toBeVisible();
        await take(page, 'automation');
        await page.getByRole('button', { name: 'Order third-party services' }).click();
        await expect(dialog(page).getByText('Version 1')).toBeVisible();
        await dialog(page).getByRole('button', { name: 'Preview' }).click();
        await expect(dialog(page).getByText(/^\d+ events?, /)).toBeVisible({ timeout: 20_000 });
        await take(page, 'automation-rule');
        await page.reload();
        await page.getByRole('button', { name: 'Before the lock expires' }).click();
        await take(page, 'automation-rule-by-day');
        await page.reload();
        await page.getByRole('button', { name: 'Approval requirements' }).click();
        await take(page, 'automation-rule-that-holds');
      });

      test('a blocked loan', async ({ page }) => {
        await signIn(page, harbor(), 'avery.stone@harbor.example');
        await page.goto(`${harbor()}/app/loans`);
        await page.waitForLoadState('networkidle');
        const { id } = await createLoan(page, { firstName: 'Hazel', lastName: 'Holden' });
        await page.goto(`${harbor()}/app/loans/${id}/loan-center`);
        await page.getByRole('button', { name: /^Stage: / }).click();
        await page.getByRole('menuitem', { name: 'Loan Setup' }).click();
        await expect(page.getByRole('list', { name: 'Automation' })).toBeVisible();
        await take(page, 'loan-automation', true);
        await page.getByRole('button', { name: /^Stage: / }).click();
        await page.getByRole('menuitem', { name: 'Approved w/ Conditions' }).click();
        await expect(dialog(page)).toContainText('requires:');
        await take(page, 'loan-held');
      });

      test('the board of loans', async ({ page }) => {
        await signIn(page, harbor(), 'avery.stone@harbor.example');
        await page.goto(`${harbor()}/app/loans`);
        await expect(page.getByRole('list', { name: 'Loans by stage' })).toBeVisible();
        await take(page, 'pipeline-head');
        await page.goto(`${harbor()}/app/loans?view=board`);
        await expect(page.getByText('Samuel Whitaker').first()).toBeVisible();
        await take(page, 'loan-board');
      });

      test('banners', async ({ page }) => {
        const company = await companyWith('banners', { billing: { payer: 'COMPANY', state: 'TRIAL', days: 5 } });
        await changeAnswer<{ features: { testBanner: boolean }; links: Record<string, string> }>(
          page,
          '/api/config',
          (config) => {
            config.features.testBanner = true;
            config.links.officeHours = 'https://meet.example.com/keyturn';
            config.links.supportPortal = 'https://support.example.com/';
          },
        );
        await changeAnswer<{ activeUser?: Record<string, string> }>(page, '/api/users/me', ({ activeUser }) => {
          // The previous user's stored branch doesn't belong to this user.
          if (!activeUser) return;
          activeUser.borrowerPortalUrl = 'https://apply.example.com/harbor';
          activeUser.realtorPortalUrl = 'https://agents.example.com/harbor';
        });
        await company.signIn(page, 'Grace Whitfield');
        await page.goto(`${company.origin}/app/loans`);
        await expect(page.getByRole('region', { name: 'Billing' })).toBeVisible();
        await take(page, 'banners');
        await company.signIn(page, 'Noah Brooks');
        await page.goto(`${company.origin}/app/loans`);
        await page.getByRole('button', { name: /^Account/ }).click();
        await expect(page.getByRole('menuitem', { name: 'Agent Portal', exact: true })).toBeVisible();
        await take(page, 'user-menu-portals');
        if (size === 'wide') {
          await page.keyboard.press('Escape');
          await page.setViewportSize({ width: 1195, height: 800 });
          await take(page, 'header-1195');
        }
      });

      test('dashboard, pricing and reports', async ({ page }) => {
        await signIn(page, harbor(), 'grace.whitfield@harbor.example');
        await page.goto(`${harbor()}/app/loans`);
        await page.evaluate(() => document.fonts.ready);
        const names = ['dashboard', 'pricing', 'quotes', 'rate-alerts', 'call', 'pipeline', 'revenue', 'state'];
        for (const name of names) {
          const isReport = names.indexOf(name) > 3;
          await page.goto(`${harbor()}/app/${name}${isReport ? '-reports' : ''}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
          await take(page, isReport ? `report-${name}` : name, true);
        }
        if (size === 'wide') {
          await page.setViewportSize({ width: 1000, height: 800 });
          await page.getByRole('button', { name: 'Menu', exact: true }).click();
          await dialog(page).getByRole('button', { name: 'Reports' }).click();
          await dialog(page).getByRole('button', { name: 'Dock menu' }).click();
          await expect(page.getByRole('complementary', { name: 'Menu' })).toBeVisible();
          await take(page, 'menu-docked');
        } else {
          await page.getByRole('button', { name: 'Menu', exact: true }).click();
          await dialog(page).getByRole('button', { name: 'Pricing' }).click();
          await take(page, 'menu-drawer');
        }
      });

      test('views of the pipeline', async ({ page }) => {
        await signIn(page, harbor(), 'omar.haddad@harbor.example');
        const is = (field: string, operator: string, ...values: string[]) => ({ field, operator, values });
        const within = { match: 'any', conditions: [is('state', 'is', 'CA', 'OR'), is('amount', 'atLeast', '400000')] };
        const conditions = [is('progress', 'is', 'Active'), is('closing', 'within', 'thisQuarter'), within];
        const filter = encodeURIComponent(JSON.stringify({ match: 'all', conditions }));
        await page.goto(`${harbor()}/app/loans?filter=${filter}`);
        await expect(page.getByRole('list', { name: 'Filters' })).toBeVisible();
        await take(page, 'pipeline-filtered');
        await page.getByRole('button', { name: 'Add filter' }).click();
        await page.getByRole('dialog').getByLabel('Field').selectOption('Purpose');
        await take(page, 'pipeline-filter-editor');
        await page.keyboard.press('Escape');
        if (size === 'wide') {
          await page.getByRole('button', { name: 'Columns' }).click();
          await take(page, 'pipeline-columns');
          await page.keyboard.press('Escape');
        }
        await page.getByRole('button', { name: 'Save as my view' }).click();
        await expect(page.getByRole('dialog', { name: 'Save as my view' })).toBeVisible();
        await take(page, 'pipeline-save-view');
      });

      test('many files at once', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await open(page, company.origin, 'MISMO 3.4 Import');
        await dialog(page).getByRole('radio', { name: 'Active' }).click();
        await take(page, 'bulk-drop');
        const broken = { name: 'export of 2019.xml', mimeType: 'text/xml', buffer: Buffer.from('<MESSAGE>') };
        const names = ['Ames', 'Boyd', 'Cole', 'Dunn'].map((name) => `${name}${size}${scheme}`);
        await dialog(page)
          .getByLabel('Choose file')
          .setInputFiles([...names.map(loanFile), broken]);
        await expect(dialog(page).getByText('4 of 5 files ready to import')).toBeVisible();
        await take(page, 'bulk-ready');
        const now = batchOf('IN_PROGRESS', 'DONE', 'DONE', 'PROCESSING', 'PENDING', 'PENDING');
        await page.route(/\/api\/bulk-imports\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json: now }));
        await dialog(page).getByRole('button', { name: 'Start Import' }).click();
        await expect(dialog(page).getByText('2 of 5 files')).toBeVisible();
        await take(page, 'bulk-progress');
        await dialog(page).getByRole('button', { name: 'Close' }).click();
        await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
        await take(page, 'bulk-menu');
        await page.unrouteAll();
        await page.getByRole('menuitem', { name: 'Show Import' }).click();
        await expect(dialog(page).getByText('4 of 5 files imported')).toBeVisible();
        await take(page, 'bulk-result');
        await page.goto(`${company.origin}/app/borrowers`);
        await page.getByRole('main').getByRole('button', { name: 'Upload Borrowers' }).click();
        const input = dialog(page).locator('input[type=file]');
        await input.setInputFiles(resolve(import.meta.dirname, 'support/borrowers.xlsx'));
        await dialog(page).getByRole('button', { name: 'Add Borrowers' }).click();
        await expect(dialog(page).getByRole('status')).toBeVisible();
        await take(page, 'borrowers-upload');
      });

      test('stages of a loan', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', phone: '4155550132' });
        const { json } = await call(page, 'GET', '/api/lookups/data');
        const stages = (json as { loanStages: { id: number; kind: string }[] }).loanStages;
        const stage = (kind: string) => stages.find((one) => one.kind === kind)?.id;
        const move = (from: string, to: string, details = {}) =>
          call(page, 'PUT', `/api/loans/${id}/stage`, { from: stage(from), stageId: stage(to), ...details });
        await move('ApplicationStarted', 'LoanSetup');
        await move('LoanSetup', 'SubmittedToLender', { reason: 'The appraisal came in' });
        await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
        await expect(page.getByRole('list', { name: 'Stage history' })).toBeVisible();
        await take(page, 'loan-center', true);
        await page.getByRole('button', { name: 'Change loan team' }).click();
        await expect(dialog(page).getByRole('combobox', { name: 'Loan Officer' })).toBeVisible();
        await take(page, 'loan-team-change');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /^Stage: / }).click();
        await expect(page.getByRole('menuitem', { name: 'Denied' })).toBeVisible();
        await take(page, 'stage-menu');
        await page.getByRole('menuitem', { name: 'Denied' }).click();
        await page.getByRole('checkbox', { name: 'Other' }).check();
        await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
        await expect(page.getByText('Describe the other reason')).toBeVisible();
        await take(page, 'stage-dialog');
      });

      test('deadlines of a loan', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        const id = await receivedLoan(page, '2026-06-18');
        const act = (request: object) => call(page, 'POST', `/api/loans/${id}/clock-acts`, request);
        await act({ kind: 'LoanEstimate', on: '2026-06-22', manner: 'Email', note: 'Sent with the signing service' });
        await act({ kind: 'RateLock', on: '2026-06-29' });
        await call(page, 'PUT', `/api/loans/${id}/closing-date`, { from: null, closingOn: '2026-12-30' });
        await page.goto(`${company.origin}/app/loans/${id}/loan-center`);
        const details = page.getByRole('list', { name: 'Deadlines' }).locator('details');
        await details.first().locator('summary').click();
        await take(page, 'deadlines', true);
        await page.getByRole('button', { name: 'Record event', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'Record a disclosure or event' })).toBeVisible();
        await take(page, 'deadlines-record');
      });

      test('the audit log', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        for (const lastName of ['Ortiz', 'Brown', 'Lopez']) await createLoan(page, { firstName: 'Maya', lastName });
        await company.signIn(page, 'Grace Whitfield');
        await page.goto(`${company.origin}/app/settings/org-config`);
        await page.getByRole('textbox', { name: 'City' }).fill(`Oakland ${size} ${scheme}`);
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(page.getByText('Settings saved.')).toBeVisible();
        await page.goto(`${company.origin}/app/settings/audit-log`);
        const details = page.getByRole('button', { name: /^Details of/ });
        await details.first().click();
        await expect(page.getByRole('button', { name: 'All entries for this record' })).toBeVisible();
        await take(page, 'audit-log', true);
        await page.goto(`${company.origin}/app/settings/audit-log?from=2020-01-01&to=2020-01-02`);
        await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
        await take(page, 'audit-log-empty');
      });

      test('passwords and second factors', async ({ page, company }) => {
        const go = (path: string) => page.goto(company.origin + path);
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        const email = page.getByRole('textbox', { name: 'Email' });
        await go('/forgotPassword?reason=reset%20password');
        await take(page, 'forgot');
        await button('SEND RESET PASSWORD LINK').click();
        await take(page, 'forgot-errors');
        await answerWith(page, '/api/auth/forgot-password', 200, { success: true, message: null, error: null });
        await email.fill('avery.stone@harbor.example');
        await button('SEND RESET PASSWORD LINK').click();
        await expect(button('RESEND')).toBeVisible();
        await take(page, 'forgot-sent');

        await go('/setPassword?userToken=x');
        await expect(page.getByRole('heading', { name: 'Link Expired' })).toBeVisible();
        await take(page, 'link-expired');
        const link = (message: string | null) =>
          answerWith(page, '/api/auth/set-password/validate', 200, {
            success: !message,
            message,
            email: 'avery.stone@harbor.example',
          });
        await link('USER_ALREADY_ACTIVE');
        await go('/setPassword?userToken=x');
        await expect(page.getByRole('heading', { name: 'Already Registered' })).toBeVisible();
        await take(page, 'already-registered');
        await link(null);
        await go('/setPassword?userToken=x');
        await page.getByRole('textbox', { name: 'New password' }).fill('aB3');
        await take(page, 'set-password');
        await button('SET NEW PASSWORD').click();
        await take(page, 'set-password-errors');

        await go('/reset-mfa');
        await take(page, 'reset-mfa');
        await answerWith(page, '/api/auth/mfa/reset', 200, { success: true, message: null });
        await email.fill('avery.stone@harbor.example');
        await button('SEND RESET MFA LINK').click();
        await expect(page.getByText('MFA reset email sent')).toBeVisible();
        await take(page, 'reset-mfa-sent');
        await hold(page, '/api/auth/mfa/reset/confirm');
        await go('/reset-mfa-confirmation?userToken=x');
        await page.screenshot({ path: `screenshots/mfa-confirming-${size}-${scheme}.png` });
        await answerWith(page, '/api/auth/mfa/reset/confirm', 200, { success: true, message: null });
        await go('/reset-mfa-confirmation?userToken=x&email=YUBiLmNv');
        await expect(page.getByRole('heading', { name: 'MFA Reset Completed' })).toBeVisible();
        await take(page, 'mfa-completed');
        await go('/reset-mfa-confirmation');
        await take(page, 'mfa-invalid');
        for (const path of ['download', 'e-sign-callback']) {
          await go(`/${path}`);
          await take(page, path);
        }

        const signIn = async (step: object) => {
          await answerWith(page, '/oidc/sign-in', 200, step);
          await go('/login');
          await email.fill('avery.stone@harbor.example');
          await page.getByRole('textbox', { name: 'Password' }).fill('x');
          await page.keyboard.press('Enter');
        };
        await signIn({ step: 'SECOND_FACTOR', ticket: 't' });
        await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
        await take(page, 'code');
        await button('Use a recovery code').click();
        await take(page, 'recovery-code');
        const dots = Array.from(
          { length: 29 * 29 },
          (_, at) => [at % 29, Math.floor(at / 29), (at * 7919) % 13] as const,
        )
          .filter(([, , kind]) => kind < 6)
          .map(([x, y]) => `M${x} ${y}h1v1h-1z`);
        const qrCode = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path d="${dots.join('')}"/></svg>`;
        await signIn({
          step: 'ENROLL',
          ticket: 't',
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          otpauthUri: '',
          qrCode,
        });
        await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
        await take(page, 'enroll', true);
        const recoveryCodes = Array.from({ length: 10 }, (_, index) => `k7d2${index}-m9qx${index}`);
        await answerWith(page, '/oidc/second-factor', 200, { step: 'RECOVERY_CODES', redirectTo: '/', recoveryCodes });
        await page.getByRole('textbox', { name: 'Code' }).fill('123456');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
        await take(page, 'recovery-codes');
      });

      test('the user’s own sign-in', async ({ page, company }) => {
        await page.clock.install();
        const now = Date.now();
        const login = (device: string, hoursAgo: number, isCurrent: boolean, tabs: number) => ({
          id: device,
          device,
          isCurrent,
          tabs,
          startedAt: new Date(now - (hoursAgo + 30) * 3_600_000).toISOString(),
          lastSeenAt: new Date(now - hoursAgo * 3_600_000).toISOString(),
          endsAt: new Date(now + 3_600_000).toISOString(),
        });
        await answerWith(page, '/api/auth/logins', 200, {
          rows: [
            login('Chrome on Windows', 0, true, 3),
            login('Safari on iPhone', 5, false, 1),
            login('Firefox on macOS', 49, false, 2),
          ],
        });
        await answerWith(page, '/api/auth/second-factor', 200, {
          isEnrolled: true,
          enrolledAt: '2026-03-02T10:00:00Z',
          recoveryCodesLeft: 8,
          isRequired: true,
        });
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/user/security`);
        await expect(page.getByText('Safari on iPhone')).toBeVisible();
        await take(page, 'security');
        await page.getByRole('button', { name: 'Change password' }).click();
        await page.getByRole('textbox', { name: 'New password', exact: true }).fill('aB3');
        await take(page, 'security-password', true);
        await page.getByRole('button', { name: 'Sign out everywhere' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'security-everywhere');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'New recovery codes' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'security-codes');
        await page.keyboard.press('Escape');
        await page.clock.fastForward('25:10');
        await expect(page.getByRole('dialog', { name: 'You have been idle!' })).toBeVisible();
        await take(page, 'idle');
      });

      test('settings', async ({ page, company }) => {
        await company.signIn(page, 'Grace Whitfield');
        const go = async (path: string, heading: string) => {
          await page.goto(`${company.origin}/app/settings/${path}`);
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        };
        await go('org-config', 'Organization');
        await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
        await take(page, 'org-config');
        await page.getByRole('button', { name: 'Add a day' }).click();
        await page.getByRole('textbox', { name: 'Session timeout' }).fill('4');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await take(page, 'org-config-errors', true);
        await page.getByRole('button', { name: 'Discard' }).click();
        await page.getByRole('link', { name: 'Branding' }).click();
        await expect(page.getByRole('textbox', { name: 'Brand color' })).toBeVisible();
        await page.getByRole('textbox', { name: 'Brand color' }).fill('#f2b705');
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
        await expect(page.getByText('Choose a PNG, JPEG or SVG file')).toBeVisible();
        await take(page, 'branding', true);
        await page.getByRole('button', { name: 'Discard' }).click();
        await go('branches', 'Branches');
        await expect(page.getByRole('link', { name: 'Bayside' })).toBeVisible();
        await take(page, 'branches');
        await page.getByRole('link', { name: 'Bayside' }).click();
        await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
        await take(page, 'branch', true);
      });

      test('the provider’s area', async ({ page, company }) => {
        const origin = `http://localhost:${process.env.KEYTURN_PORT}`;
        const heading = (name: string) => page.getByRole('heading', { name, exact: true });
        await signIn(page, origin, 'sam.rivera@provider.example');
        await page.goto(`${origin}/org`);
        await expect(page.getByRole('link', { name: 'Harbor Home Lending' }).first()).toBeVisible();
        await take(page, 'org-companies');
        await page.getByRole('button', { name: 'New company' }).click();
        await dialog(page).getByRole('button', { name: 'Create company' }).click();
        await expect(dialog(page).getByText('This is required').first()).toBeVisible();
        await take(page, 'org-new-company');
        await page.goto(`${origin}/org?string=nobody+at+all`);
        await expect(heading('No companies match')).toBeVisible();
        await take(page, 'org-companies-no-match');

        await page.goto(`${origin}/org?string=${company.slug}`);
        await page.getByRole('region', { name: 'Companies' }).getByRole('link').first().click();
        const sections = page.getByRole('navigation', { name: 'Sections of the company' });
        await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
        await take(page, 'org-company', true);
        for (const [name, link] of [
          ['domains', 'Domains'],
          ['branding', 'Branding'],
          ['company-branches', 'Branches'],
          ['company-users', 'Users'],
        ] as const) {
          await sections.getByRole('link', { name: link }).click();
          if (name === 'branding') await expect(page.getByRole('textbox', { name: 'Brand color' })).toBeVisible();
          await take(page, `org-${name}`, true);
        }
        await page.getByRole('button', { name: 'Suspend' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'org-suspend');

        await changeAnswer<{ failures: object[] }>(page, '/api/org-admin/jobs', ({ failures }) => {
          const at = '2026-11-20T15:04:00Z';
          const failed = { companyId: 2, companyName: 'Harbor Home Lending', attemptsMax: 12, failedAt: at };
          failures.push(
            {
              ...failed,
              id: 1,
              kind: 'send-mail',
              state: 'RETRYING',
              attempts: 3,
              error: 'The mail server is not there.',
            },
            {
              ...failed,
              id: 2,
              kind: 'import-files',
              state: 'SET_ASIDE',
              attempts: null,
              error: 'Three processes died.',
            },
          );
        });
        await page.goto(`${origin}/org/jobs`);
        await expect(page.getByRole('table', { name: 'Kinds of jobs' })).toBeVisible();
        await take(page, 'org-jobs', true);
        await page.goto(`${origin}/org/users`);
        await expect(heading('Find a user in any company')).toBeVisible();
        await take(page, 'org-search');
        await page.goto(`${origin}/org/users?searchOption=user&searchValue=zzzz`);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await take(page, 'org-search-none');
        await page.goto(`${origin}/org/users?searchOption=email&searchValue=${company.slug}`);
        await page.getByRole('button', { name: 'Impersonate Avery Stone' }).waitFor();
        await take(page, 'org-people');
        await page.getByRole('button', { name: 'Impersonate Avery Stone' }).click();
        await expect(page.getByRole('region', { name: 'Acting on behalf of another user' })).toBeVisible();
        await take(page, 'org-acting');
        await page.goto(`${origin}/org/xyz`);
        await page.getByRole('button', { name: 'Back to Super Admin' }).click();
        await expect(page).toHaveURL(/org/);
      });

      test('surroundings', async ({ page, company }) => {
        await changeAnswer<{ features: Record<string, boolean>; links: Record<string, string> }>(
          page,
          '/api/config',
          (config) => {
            Object.assign(config.features, { chat: true, supportWidget: true, announcements: true });
            Object.assign(config.links, {
              supportPortal: 'https://support.example.com/',
              officeHours: 'https://meet.example.com/',
            });
          },
        );
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/loans`);
        const header = page.getByRole('banner');
        if (size === 'phone') {
          await header.getByRole('button', { name: 'Menu' }).click();
          await page.getByRole('button', { name: 'Integrated Lenders' }).click();
        } else {
          await header.getByRole('button', { name: 'Integrated Lenders' }).click();
        }
        await expect(page.getByRole('link', { name: 'Old Mill Bank' })).toBeVisible();
        await take(page, 'integrated-lenders');
        await page.keyboard.press('Escape');
        if (size === 'wide') {
          await header.getByRole('button', { name: 'Announcements' }).click();
          await expect(page.getByText('Rules make tasks for you')).toBeVisible();
          await take(page, 'announcements');
          await page.keyboard.press('Escape');
        }
        await page.getByRole('button', { name: 'Chat', exact: true }).click();
        await take(page, 'chat');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Shift+N');
        await dialog(page).getByLabel('First Name').first().fill('Tess');
        await take(page, 'add-lead-dock');
        await dialog(page).getByRole('button', { name: 'Dock' }).click();
        await take(page, 'docked-lead');
        await page.goto(`${company.origin}/app/settings/lender-integration`);
        await page.getByRole('button', { name: 'Connect: Rocket Pro' }).click();
        await expect(page.getByRole('heading', { name: 'Sandbox lender' })).toBeVisible();
        await take(page, 'sandbox-lender');
      });

      test('integrations', async ({ page, company }) => {
        const keys = '/app/settings/api-integration';
        await company.signIn(page, 'Grace Whitfield');
        await page.goto(company.origin + keys);
        await expect(page.getByRole('heading', { name: /come with the Pro plan/ })).toBeVisible();
        await take(page, 'api-keys-upgrade');
        await page.goto(`${company.origin}/app/settings/lender-integration?status=Authentication%20failed`);
        await expect(page.getByText('Rocket Pro')).toBeVisible();
        await take(page, 'lender-integration');

        const pro = await companyWith('pro', { billing: { payer: 'COMPANY', planId: 'PRO', state: 'ACTIVE' } });
        await pro.signIn(page, 'Grace Whitfield');
        await page.goto(pro.origin + keys);
        await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
        await take(page, 'api-keys-empty');
        for (const name of [
          'Website form',
          'Reporting',
          'A program with a name that goes on for longer than most others',
        ]) {
          await page.getByRole('button', { name: 'New key' }).click();
          await dialog(page).getByRole('button', { name: 'Create key' }).click();
          await take(page, 'api-key-errors');
          await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
          await dialog(page).getByRole('checkbox', { name: 'Hand in leads' }).check();
          await dialog(page).getByRole('checkbox', { name: 'Read loans' }).check();
          await take(page, 'api-key-new');
          await dialog(page).getByRole('button', { name: 'Create key' }).click();
          await expect(page.getByRole('dialog', { name: 'Copy your key now' })).toBeVisible();
          await take(page, 'api-key-secret');
          await dialog(page).getByRole('button', { name: 'Done' }).click();
        }
        await page.getByRole('button', { name: 'Revoke Reporting' }).click();
        await take(page, 'api-key-revoke');
        await dialog(page).getByRole('button', { name: 'Revoke', exact: true }).click();
        await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
        await take(page, 'api-keys', true);

        const mailbox = `${pro.origin}/app/user/edit/email-config`;
        await page.goto(mailbox);
        await expect(page.getByText('No mailbox is connected')).toBeVisible();
        await take(page, 'mailbox-none');
        for (const choice of ['fickle', 'steady']) {
          await page.getByRole('button', { name: /^(Connect mailbox|Reconnect)$/ }).click();
          await page.getByRole('radio', { name: new RegExp(`^${choice}`) }).check();
          await take(page, 'mailbox-consent');
          await page.getByRole('button', { name: 'Allow' }).click();
          await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
          await take(page, `mailbox-${choice}`);
        }
      });

      test('company lists and contracts', async ({ page }) => {
        await page.goto(`${harbor()}/login`);
        await page.getByRole('button', { name: 'Grace Whitfield' }).click();
        await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
        const go = async (path: string, there: string) => {
          await page.goto(`${harbor()}/app/settings/${path}`);
          await expect(page.getByText(there).first()).toBeVisible();
          await take(page, path, true);
        };
        await go('loan-stages', 'Pre-Approved');
        await page.getByRole('button', { name: 'Actions for Clear to Close' }).click();
        await take(page, 'loan-stage-menu');
        await page.getByRole('menuitem', { name: 'Retire' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'loan-stage-retire');
        await go('lead-statuses', 'Nurturing');
        await go('lead-sources', 'Zillow');
        await page.getByRole('button', { name: 'Add source' }).click();
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await take(page, 'lead-source-errors');
        await go('lenders', 'Old Mill Bank');
        await go('licenses', 'CA-DFPI300001');
        await page.getByRole('button', { name: 'Add license' }).click();
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await take(page, 'license-errors');
        await page.goto(`${harbor()}/app/settings/licenses/matrix`);
        await expect(page.getByRole('row', { name: /Avery Stone/ })).toBeVisible();
        await take(page, 'license-matrix', true);
        await go('lender-integration', 'Old Mill Bank');
        await go('loan-teams', 'Paul Okafor');
        await page.getByRole('button', { name: 'Edit the team of Avery Stone, Bayside' }).click();
        await take(page, 'loan-team');
        await go('processing-companies', 'Engage company');
        await go('users', 'Avery Stone');
        await page.getByRole('link', { name: 'Avery Stone' }).click();
        await expect(page.getByRole('button', { name: 'Make self-paid' })).toBeVisible();
        await take(page, 'user-payer', true);
      });

      test('borrowers and contacts', async ({ page }) => {
        await signIn(page, harbor(), 'avery.stone@harbor.example');
        await page.goto(`${harbor()}/app/borrowers`);
        await expect(page.getByRole('link', { name: /Maya Ortiz/ })).toBeVisible();
        await take(page, 'borrowers');
        await page.getByRole('link', { name: /Maya Ortiz/ }).click();
        await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
        await take(page, 'borrower', true);
        await page.getByRole('button', { name: 'Edit' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'borrower-edit');
        await page.goto(`${harbor()}/app/contacts`);
        await expect(page.getByRole('link', { name: /Naomi Park/ })).toBeVisible();
        await take(page, 'contacts');
        await page.getByRole('link', { name: /Naomi Park/ }).click();
        await expect(page.getByRole('heading', { name: 'Naomi Park', level: 1 })).toBeVisible();
        await take(page, 'contact');
        await page.goto(`${harbor()}/app/contacts`);
        await page.getByRole('button', { name: 'Add contact' }).click();
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await take(page, 'contact-errors');
        await signIn(page, harbor(), 'grace.whitfield@harbor.example');
        await page.goto(`${harbor()}/app/loan-officers`);
        await expect(page.getByText('Avery Stone').first()).toBeVisible();
        await take(page, 'loan-officers');
        await page.goto(`${harbor()}/app/borrowers/merge?ids=1001,1002`);
        await expect(page.getByRole('table', { name: 'Side by side' })).toBeVisible();
        await take(page, 'merge', true);
      });

      test('leads', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/leads`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await take(page, 'leads-none');
        await open(page, company.origin, 'Lead');
        await take(page, 'lead-new', true);
        await dialog(page).getByRole('button', { name: 'Add Lead' }).click();
        await take(page, 'lead-new-errors', true);
        const last = `Whitcomb ${size} ${scheme}`;
        const leads = [];
        for (const firstName of ['Noel', 'Noelle', 'Bea', 'Christopher-Alexander', 'Sam']) {
          leads.push(await createLead(page, { firstName, lastName: last.replaceAll(' ', '') }));
        }
        await dialog(page).getByRole('textbox', { name: 'First Name' }).fill('Noel');
        await dialog(page).getByRole('textbox', { name: 'Last Name' }).fill(last.replaceAll(' ', ''));
        await dialog(page)
          .getByRole('textbox', { name: 'Email' })
          .fill(`noel.${last.replaceAll(' ', '')}@example.com`.toLowerCase());
        await expect(page.getByText(/possible duplicate/)).toBeVisible();
        await take(page, 'lead-new-duplicates', true);
        await page.goto(`${company.origin}/app/leads`);
        await expect(page.getByText('Noelle').first()).toBeVisible();
        await take(page, 'leads');
        if (size === 'wide') {
          await page
            .getByRole('checkbox', { name: /^Select Noel / })
            .first()
            .check();
          await take(page, 'leads-chosen');
          await page.goto(`${company.origin}/app/leads?view=board`);
          await expect(page.getByRole('button', { name: /^Move Noel / }).first()).toBeVisible();
          await take(page, 'leads-board');
        }
        await page.goto(`${company.origin}/app/leads/${leads[0]?.id}`);
        await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
        for (const [kind, summary] of [
          ['CALL', 'Left word with her assistant'],
          ['EMAIL', 'Sent the list of documents'],
        ]) {
          await call(page, 'POST', `/api/leads/${leads[0]?.id}/activities`, { kind, summary });
        }
        await page.reload();
        await expect(page.getByText('Left word with her assistant')).toBeVisible();
        await take(page, 'lead', true);
        await page.getByRole('button', { name: 'Change status' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'lead-status');
      });

      test('merged leads', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/leads`);
        const sources = (await call(page, 'GET', '/api/lead-sources')).json as { id: number; name: string }[];
        const lastName = `Quigley${size}${scheme}`;
        const email = `rob@${lastName}.example`.toLowerCase();
        const ids: number[] = [];
        for (const [firstName, from] of [
          ['Robert', 'Search Engine'],
          ['Bob', 'Direct Mail'],
        ]) {
          const LeadSourceId = sources.find(({ name }) => name === from)?.id;
          const { id } = await createLead(page, { firstName: firstName ?? '', lastName, email }, { LeadSourceId });
          ids.push(id);
          const body = { kind: 'CALL', summary: `Called ${firstName}, wants a garden` };
          await call(page, 'POST', `/api/leads/${id}/activities`, body);
        }
        await page.goto(`${company.origin}/app/leads/${ids[1]}`);
        await expect(page.getByRole('link', { name: /^Compare and merge/ })).toBeVisible();
        await take(page, 'lead-known', true);
        await page.getByRole('link', { name: /^Compare and merge/ }).click();
        await expect(page.getByRole('table', { name: 'Side by side' })).toBeVisible();
        await take(page, 'lead-merge', true);
        await page.getByRole('button', { name: 'Merge 2 leads' }).click();
        await expect(page.getByRole('list', { name: 'Merged leads' })).toBeVisible();
        await expect(page.getByText('Leads merged.')).toHaveCount(0);
        await take(page, 'lead-joined', true);
      });

      test('consent of a lead', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/leads`);
        const who = { firstName: 'Tilda', lastName: `Marsh${size}${scheme}`, cellPhone: '4155550148' };
        const { id } = await createLead(page, who);
        await call(page, 'POST', `/api/leads/${id}/notes`, { text: 'Likes porches.', type: 'NOTE' });
        const words = { source: 'SPOKEN', wording: 'You may call and text me about this.' };
        await call(page, 'POST', `/api/leads/${id}/consents`, { kinds: ['CALL', 'TEXT'], isGiven: true, ...words });
        await call(page, 'POST', `/api/leads/${id}/consents`, { kinds: ['TEXT'], isGiven: false, source: 'WRITTEN' });
        await page.goto(`${company.origin}/app/leads/${id}`);
        await expect(page.getByText('No text consent')).toBeVisible();
        await take(page, 'lead-consent', true);
        await page.getByRole('button', { name: 'Record consent' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'lead-consent-dialog');
        const { json } = await call(page, 'POST', `/api/leads/${id}/convert`, {});
        await page.goto(`${company.origin}/app/loans/${(json as { loanId: number }).loanId}/loan-info`);
        await expect(page.getByText('Likes porches.')).toBeVisible();
        await page.getByRole('region', { name: 'From the lead' }).scrollIntoViewIfNeeded();
        await take(page, 'lead-of-loan', true);
      });

      test('the pipeline', async ({ page, company }) => {
        await company.signIn(page, 'Ivy Chen');
        await page.goto(`${company.origin}/app/loans`);
        await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
        await take(page, 'no-access');
        await company.signIn(page, 'Marcus Bell');
        await page.goto(`${company.origin}/app/loans`);
        await expect(page.getByRole('heading', { name: 'No loans yet' })).toBeVisible();
        await take(page, 'loans-empty');

        await page.goto(`${harbor()}/login`);
        await page.getByRole('button', { name: 'Omar Haddad' }).click();
        await expect(page.getByText(/^Showing/)).toBeVisible();
        await take(page, 'loans');
        for (const [name, button] of [
          ['user-menu', /^Account/],
          ['plus-menu', 'Create'],
          ['stage-menu', /^Stage/],
        ] as const) {
          await page.getByRole('button', { name: button }).and(page.locator('[aria-haspopup="menu"]')).first().click();
          await take(page, name);
          await page.keyboard.press('Escape');
        }
        if (size === 'phone') {
          await page.getByRole('button', { name: 'Menu' }).click();
          await expect(dialog(page)).toBeVisible();
          await take(page, 'drawer');
          await page.keyboard.press('Escape');
        }
        await page.getByRole('searchbox').fill('nobody at all');
        await expect(page.getByRole('heading', { name: 'No loans match' })).toBeVisible();
        await take(page, 'loans-no-match');
      });

      test('role permissions', async ({ page, company }) => {
        await company.signIn(page, 'Grace Whitfield');
        await page.goto(`${company.origin}/app/settings/role-permissions`);
        await expect(page.getByRole('switch').first()).toBeVisible();
        await take(page, 'role-permissions', true);
      });

      test('the user settings', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await page.goto(`${company.origin}/app/user/edit`);
        await expect(page.getByRole('switch').first()).toBeVisible();
        await take(page, 'user-settings', true);
        await page.goto(`${company.origin}/app/user/edit/notifications`);
        await expect(page.getByRole('switch').first()).toBeVisible();
        await take(page, 'user-notifications', true);
        await page.goto(`${company.origin}/app/user/edit/licenses`);
        await expect(page.getByText('No licenses yet')).toBeVisible();
        await take(page, 'user-licenses');
        await page.goto(`${company.origin}/app/user/edit`);
        await page.getByRole('textbox', { name: 'First name' }).fill('');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(page.getByText('First name is required')).toBeVisible();
        await take(page, 'user-settings-errors');
        await page.getByRole('button', { name: 'Discard' }).click();
        await page.goto(`${company.origin}/app/user/security`);
        await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible();
        await take(page, 'user-security', true);
      });

      test('the users', async ({ page, company }) => {
        await company.signIn(page, 'Grace Whitfield');
        await page.goto(`${company.origin}/app/settings/users`);
        await expect(page.getByText('Avery Stone')).toBeVisible();
        await take(page, 'users', true);
        await page.getByRole('button', { name: 'Invite user' }).click();
        await dialog(page).getByRole('button', { name: 'Send invitation' }).click();
        await expect(dialog(page).getByText('First name is required').last()).toBeVisible();
        await take(page, 'users-invite');
        await page.goto(`${company.origin}/app/settings/users?string=avery`);
        await page.getByText('Avery Stone').click();
        await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
        await take(page, 'user', true);
        await page.goto(`${company.origin}/app/settings/users?string=nobody`);
        await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
        await take(page, 'users-none');
      });

      test('billing', async ({ page, company }) => {
        await company.signIn(page, 'Grace Whitfield');
        await page.goto(`${company.origin}/app/settings/billing`);
        await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible();
        await take(page, 'billing', true);
        await page.getByRole('button', { name: 'Cancel plan' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'billing-cancel');
        await page.keyboard.press('Escape');
        await company.signIn(page, 'Nina Kowalski');
        await page.goto(`${company.origin}/app/user/edit/billing`);
        await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
        await take(page, 'billing-own', true);
      });

      test('the branches', async ({ page, company, context }) => {
        await company.signIn(page, 'Ines Duarte');
        await page.goto(`${company.origin}/app/loans`);
        const selector = page.getByRole('button', { name: /^Branch: / });
        await expect(selector).toBeVisible();
        await take(page, 'branch');
        await selector.click();
        await expect(page.getByRole('option').first()).toBeVisible();
        await take(page, 'branch-list');
        const other = await context.newPage();
        await other.goto(`${company.origin}/app/loans`);
        await expect(other.getByRole('button', { name: /^Branch: / })).toBeVisible();
        await page.getByRole('option', { name: 'All' }).click();
        await expect(other.getByRole('dialog')).toBeVisible();
        await take(other, 'branch-elsewhere');
        await other.close();
        await page.bringToFront();
        await expect(page.getByRole('button', { name: 'Branch: All' })).toBeVisible();
        await page.getByRole('button', { name: /^Account/ }).click();
        await take(page, 'branch-user-menu');
        await page.getByRole('menuitem', { name: 'Switch Branch or Role' }).click();
        await expect(dialog(page)).toBeVisible();
        await take(page, 'branch-or-role');
      });

      test('new loans', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', phone: '4155550132' });
        await open(page, company.origin, 'Loan');
        await take(page, 'create');
        await dialog(page).getByRole('button', { name: 'Create Loan' }).click();
        await take(page, 'create-errors');
        await dialog(page).getByRole('textbox', { name: 'First name' }).fill('Maya');
        await dialog(page).getByRole('textbox', { name: 'Last name' }).fill('Ortiz');
        await dialog(page).getByRole('textbox', { name: 'Email' }).focus();
        await dialog(page).getByRole('button', { name: 'Maya Ortiz' }).first().click();
        await take(page, 'create-match');
        await dialog(page).getByRole('combobox', { name: 'Loan Officer' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
        await take(page, 'create-officer');
        await page.keyboard.press('Escape');
        await dialog(page).getByRole('button', { name: 'Cancel' }).click();
        await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
        await take(page, 'unsaved');

        await page.reload();
        await open(page, company.origin, 'MISMO 3.4 Import');
        await take(page, 'mismo');
        await dialog(page)
          .getByRole('radio', { name: /^Closed/ })
          .click();
        await page.getByLabel('Choose file').setInputFiles(fixture('refinance-with-real-estate.xml'));
        await dialog(page)
          .getByText(/warnings? in this file/)
          .click();
        await take(page, 'mismo-closed');
        await dialog(page).getByRole('textbox', { name: 'Funded Date' }).click();
        await take(page, 'mismo-calendar');
        await page.reload();
        await open(page, company.origin, 'MISMO 3.4 Import');
        await dialog(page)
          .getByRole('radio', { name: /^Active/ })
          .click();
        await page.getByLabel('Choose file').setInputFiles(fixture('conventional-purchase.xml'));
        await expect(page.getByRole('dialog', { name: 'TRID Review' })).toBeVisible();
        await take(page, 'trid-review');
        await page.reload();
        await open(page, company.origin, 'FNM 3.2 Import');
        await take(page, 'fnma');
      });

      test('the team of a new loan', async ({ page, company }) => {
        await company.signIn(page, 'Grace Whitfield');
        await open(page, company.origin, 'Loan');
        const pick = async (slot: string, person: string) => {
          await dialog(page).getByRole('combobox', { name: slot, exact: true }).click();
          await page.getByRole('option', { name: person }).click();
        };
        await pick('Loan Officer', 'Marcus Bell');
        await pick('LOA', 'Hugo Lindqvist');
        await dialog(page).getByRole('combobox', { name: 'Additional LOA' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
        await take(page, 'create-team');
        await page.keyboard.press('Escape');
        await dialog(page).getByRole('button', { name: 'Desks' }).click();
        await pick('Closer', 'Carl Jensen');
        await pick('Additional Closer', 'Carl Jensen');
        await dialog(page).getByRole('combobox', { name: 'Additional Closer' }).scrollIntoViewIfNeeded();
        await take(page, 'create-team-desks');
      });

      test('a loan', async ({ page, company }) => {
        await company.signIn(page, 'Avery Stone');
        await open(page, company.origin, 'MISMO 3.4 Import');
        await dialog(page)
          .getByRole('radio', { name: /^Active/ })
          .click();
        await readMismo(page, () =>
          page.getByLabel('Choose file').setInputFiles(fixture('refinance-with-real-estate.xml')),
        );
        await dialog(page)
          .getByText(/warnings? in this file/)
          .waitFor();
        await dialog(page).getByRole('button', { name: 'Create Loan' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lena Lindqvist');
        await take(page, 'loan');
        await take(page, 'loan-whole', true);
        await page.getByRole('button', { name: 'Lock', exact: true }).click();
        await expect(page.getByText('You have locked this loan')).toBeVisible();
        await take(page, 'loan-locked');
      });
    });
  }
}
