import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { companyWith, expect, type Person, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { call } from './support/loans.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const header = (page: Page) => page.getByRole('banner');
const showTestBanner = (page: Page) =>
  changeAnswer<{ features: { testBanner: boolean } }>(page, '/api/config', (config) => {
    config.features.testBanner = true;
  });

type Seen = {
  tags: string[];
  billing: { payer: string; state: string; days?: number };
  person: Person;
  text: string;
  links: [string, string | RegExp][];
  key: string;
  mode: 'company' | 'individual';
};
const byCompany = '/app/settings/billing';
const bySelf = '/app/user/edit/billing';
const mail = /^mailto:(.+,)?grace\.whitfield@/;
const expired = 'Your subscription is invalid or expired. Pay now';
const seen: readonly Seen[] = [
  {
    tags: ['@BANNER-03', '@BANNER-12'],
    billing: { payer: 'COMPANY', state: 'TRIAL', days: 5 },
    person: 'Grace Whitfield',
    text: 'Your company has 5 day(s) left in its trial.',
    links: [['Choose a plan', byCompany]],
    key: 'TRIAL',
    mode: 'company',
  },
  {
    tags: ['@BANNER-03', '@BANNER-12'],
    billing: { payer: 'SELF', state: 'TRIAL', days: 5 },
    person: 'Avery Stone',
    text: 'You have 5 day(s) left in your trial.',
    links: [['Choose a plan', bySelf]],
    key: 'TRIAL',
    mode: 'individual',
  },
  {
    tags: ['@BANNER-04'],
    billing: { payer: 'COMPANY', state: 'PAST_DUE', days: 3 },
    person: 'Grace Whitfield',
    text: 'There is an error with your payment method. Please submit or update your billing info.',
    links: [['Update billing info', byCompany]],
    key: 'PAST_DUE',
    mode: 'company',
  },
  {
    tags: ['@BANNER-05'],
    billing: { payer: 'COMPANY', state: 'PAST_DUE', days: 20 },
    person: 'Grace Whitfield',
    text: `${expired}, or manage users by making them self-paid or deactivating them.`,
    links: [
      ['Pay now', byCompany],
      ['Manage users', '/app/settings/users'],
    ],
    key: 'PENDING_LICENSE',
    mode: 'company',
  },
  {
    tags: ['@BANNER-05'],
    billing: { payer: 'SELF', state: 'PAST_DUE', days: 20 },
    person: 'Avery Stone',
    text: `${expired}.`,
    links: [['Pay now', bySelf]],
    key: 'PENDING_LICENSE',
    mode: 'individual',
  },
  {
    tags: ['@BANNER-07'],
    billing: { payer: 'COMPANY', state: 'ADMIN_CANCELLED', days: -2 },
    person: 'Avery Stone',
    text: 'Your company-paid plan was cancelled. Pay for your subscription or contact your Company Admin about a company plan.',
    links: [
      ['Pay', bySelf],
      ['Contact Company Admin', mail],
    ],
    key: 'CANCELED_COMPANY_PAID_SUB',
    mode: 'company',
  },
  {
    tags: ['@BANNER-08'],
    billing: { payer: 'COMPANY', state: 'ADMIN_CANCELLED', days: -40 },
    person: 'Avery Stone',
    text: 'Your company has no active plan. Choose a plan or contact your Company Admin about a company plan.',
    links: [
      ['Choose a plan', bySelf],
      ['Contact Company Admin', mail],
    ],
    key: 'CANCELED_COMPANY_PAID_NOSUB',
    mode: 'company',
  },
  {
    tags: ['@BANNER-09'],
    billing: { payer: 'SELF', state: 'USER_CANCELLED', days: -2 },
    person: 'Avery Stone',
    text: 'Your plan was cancelled. Renew your subscription or contact your Company Admin about a company plan.',
    links: [
      ['Renew', bySelf],
      ['Contact Company Admin', mail],
    ],
    key: 'CANCELED_SELF_PAID_SUB',
    mode: 'individual',
  },
  {
    tags: ['@BANNER-10'],
    billing: { payer: 'SELF', state: 'USER_CANCELLED', days: -40 },
    person: 'Avery Stone',
    text: 'You have no active plan. Choose a plan or contact your Company Admin about a company plan.',
    links: [
      ['Choose a plan', bySelf],
      ['Contact Company Admin', mail],
    ],
    key: 'CANCELED_SELF_PAID_NOSUB',
    mode: 'individual',
  },
];
for (const { tags, billing, person, text, links, key, mode } of seen) {
  test(`${person} of a company that is ${billing.state} ${billing.days}, paid by ${billing.payer}, sees the right banner`, {
    tag: [...tags, '@BANNER-02'],
  }, async ({ page }) => {
    const company = await companyWith('banner', { billing });
    await company.signIn(page, person);
    await page.goto(`${company.origin}/app/loans`);
    const banner = region(page, 'Billing');
    await expect(banner).toContainText(text);
    await expect(banner.getByRole('link')).toHaveText(links.map(([name]) => name));
    for (const [name, address] of links) {
      await expect(banner.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
    }
    const status = (await call(page, 'GET', '/api/billing/status')).json as { banner: Record<string, unknown> };
    expect(Object.keys(status.banner).sort()).toEqual([
      ...['bannerMode', 'billingLink', 'days', 'key', 'pendingLicenseMsg', 'statusCode', 'text'],
    ]);
    expect(status.banner).toMatchObject({ key, bannerMode: mode, text });
  });
}

/** The sandbox's token for a card, and the subscription's version. */
async function payingWith(page: Page, number: string) {
  const card = { number, expires: '12/30', securityCode: '123' };
  const { token } = (await call(page, 'POST', '/api/billing/sandbox/cards', card)).json as { token: string };
  const subscription = (await call(page, 'GET', '/api/billing/subscription?payer=COMPANY')).json as {
    version: number;
  };
  return { body: { payer: 'COMPANY', paymentToken: token }, ...subscription };
}

test('an invalid license shows the support contact and no payment', { tag: ['@BANNER-06'] }, async ({ page }) => {
  const company = await companyWith('blocked', { billing: { payer: 'COMPANY', state: 'PAST_DUE', days: 3 } });
  await company.signIn(page, 'Grace Whitfield');
  // The due payment fails with a card that was reported as stolen.
  const { body, version } = await payingWith(page, '4000 0000 0000 0259');
  expect((await call(page, 'PUT', '/api/billing/payment-method', body, version)).status).toBe(422);
  await page.goto(`${company.origin}/app/loans`);
  const banner = region(page, 'Billing');
  await expect(banner).toContainText('Your license is invalid. Please contact support.');
  await expect(banner.getByRole('link').or(banner.getByRole('button'))).toHaveCount(0);
  const status = (await call(page, 'GET', '/api/billing/status')).json as object;
  expect(status).toMatchObject({ banner: { key: 'INVALID_LICENSE_CONTACT_SUPPORT' } });
});

test('the warning about an officer on a support seat links to the users', { tag: ['@BANNER-11'] }, async ({
  page,
  company,
}) => {
  const text = 'Important update: a loan officer is using a support staff seat.';
  // Seats fall below the number of users through a nightly job. The API test covers that.
  await changeAnswer<{ banner: unknown }>(page, '/api/billing/status', (status) => {
    const nothing = { days: null, billingLink: null, pendingLicenseMsg: null };
    status.banner = { key: 'LO_ON_SUPPORT_SEAT', text, statusCode: 'ACTIVE', bannerMode: 'company', ...nothing };
  });
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/loans`);
  const banner = region(page, 'Billing');
  await expect(banner).toContainText(text);
  await expect(banner.getByRole('link')).toHaveText(['View details']);
  await banner.getByRole('link', { name: 'View details' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/settings/users`);
});

test('no billing banner is shown if everything is paid', { tag: ['@BANNER-02'] }, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await expect(region(page, 'Email')).toBeVisible();
  await expect(region(page, 'Billing')).toHaveCount(0);
  expect((await call(page, 'GET', '/api/billing/status')).json as object).toMatchObject({ banner: null });
});

test('a user without a connected mailbox is asked above the header to connect one', {
  tag: ['@BANNER-13', '@BANNER-14', '@BANNER-15', '@BANNER-16', '@BANNER-17', '@BANNER-18'],
}, async ({ page, company }) => {
  const path = '/api/users/me/email-integration';
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname);
  });
  await company.signIn(page, 'Avery Stone');
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/startup');
  await page.goto(`${company.origin}/app/loans`);
  expect((await (await answered).json()).app.emailIntegration).toEqual({ mailbox: null });
  expect((await call(page, 'GET', path)).status).toBe(404);
  const banner = region(page, 'Email');
  await expect(banner).toContainText('Connect your mailbox to send emails from the application.');
  await expectAccessible(page);
  for (const width of [390, 767, 1194, 1440]) await expectNoSidewaysScroll(page, width);

  writes.length = 0;
  await banner.getByRole('button', { name: 'Dismiss email notice' }).click();
  await expect(banner).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(writes.filter((written) => written.includes('email'))).toEqual([]);
  await page.reload();
  await banner.getByRole('link', { name: 'Connect' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/user/edit/email-config`);

  const mailbox = region(page, 'Mailbox');
  await mailbox.getByRole('button', { name: 'Connect mailbox' }).click();
  await page.getByRole('radio', { name: /^fickle/ }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(mailbox).toContainText('Connection lost');
  await expect(banner).toContainText(
    'The connection to your mailbox was lost. Please reconnect it under User Settings.',
  );
  expect((await call(page, 'GET', path)).json as object).toMatchObject({ id: expect.any(Number), connected: false });
  await page.goto(`${company.origin}/app/loans`);
  await banner.getByRole('link', { name: 'User Settings' }).click();
  await mailbox.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(mailbox).toContainText('Connected');
  await expect(banner).toHaveCount(0);
  expect((await call(page, 'GET', path)).json as object).toMatchObject({ id: expect.any(Number), connected: true });
});

test('the banners for billing, email and test system are above the header in this order', {
  tag: ['@BANNER-01'],
}, async ({ page }) => {
  const company = await companyWith('banners', { billing: { payer: 'COMPANY', state: 'TRIAL', days: 5 } });
  await company.signIn(page, 'Grace Whitfield');
  await showTestBanner(page);
  await page.goto(`${company.origin}/app/loans`);
  const tops: number[] = [];
  for (const one of [region(page, 'Billing'), region(page, 'Email'), region(page, 'Test system'), header(page)]) {
    await expect(one).toBeVisible();
    tops.push((await one.boundingBox())?.y ?? -1);
  }
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(new Set(tops).size).toBe(4);
  await expectAccessible(page);
  for (const width of [390, 767, 1194, 1440]) await expectNoSidewaysScroll(page, width);
});
