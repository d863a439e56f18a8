import { expect, test } from './support/company.ts';
import { answerWith, changeAnswer } from './support/failures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const scheme = (page: import('@playwright/test').Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-theme'));

test('each company has its own title, logo and color, loaded once and stored', {
  tag: ['@THEME-01', '@THEME-02', '@THEME-03', '@THEME-06', '@THEME-07', '@THEME-10', '@THEME-15', '@THEME-23'],
}, async ({ page }) => {
  const port = process.env.KEYTURN_PORT;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await page.goto(`http://harbor.localhost:${port}/login`);
  await expect(page.getByRole('banner')).toHaveText('Harbor Home Lending');
  await expect(page).toHaveTitle('Sign in | Harbor Home Lending');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCSS(
    'background-color',
    'rgb(11, 110, 110)',
  );
  const loaded = requests.slice(requests.lastIndexOf('/login'));
  expect(loaded.filter((path) => path === '/api/theme')).toHaveLength(1);
  expect(loaded.indexOf('/api/theme')).toBeLessThan(loaded.findIndex((path) => path.startsWith('/build/public')));
  expect(requests).toContain('/assets/logo.svg');
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('theme') ?? '{}'));
  expect(record).toMatchObject({
    appTitle: 'Harbor Home Lending',
    logo: 'logo.svg',
    loginTitle: 'Harbor Home Lending',
  });
  expect(Object.keys(record)).toEqual(
    expect.arrayContaining(['remoteAssetPath', 'logo', 'losRemoteAssetPath', 'loginTitle', 'WizeOrgUnit']),
  );

  await page.goto(`http://prairie.localhost:${port}/login`);
  await expect(page).toHaveTitle(/^Sign in \| Prairie/);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveCSS(
    'background-color',
    'rgb(11, 110, 110)',
  );
});

test('without a theme record the app uses its own theme', { tag: ['@THEME-04', '@THEME-05'] }, async ({
  page,
  company,
}) => {
  await answerWith(page, '/api/theme', 500, { code: 'LWAPI10500', message: 'Down.' });
  await page.goto(`${company.origin}/login`);
  await expect(page.getByRole('banner')).toHaveText('Keyturn');
  await expect(page.getByRole('banner').locator('img').first()).toHaveAttribute('src', '/assets/logo.svg');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await scheme(page)).toBe('light');
});

test('the color scheme is chosen in the user menu, stored, and follows other tabs and the system', {
  tag: ['@THEME-16', '@THEME-17', '@THEME-18', '@THEME-22', '@THEME-23', '@USERMENU-06'],
}, async ({ page, context, company }) => {
  await page.clock.install();
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  const other = await context.newPage();
  await other.goto(`${company.origin}/app/loans`);
  await expect(other.getByRole('heading', { name: 'Loans', exact: true })).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Account: Avery Stone' }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await page.keyboard.press('Escape');
  };

  await choose('Dark');
  await expect(page.getByRole('progressbar', { name: 'Changing the theme' })).toBeAttached();
  await page.clock.runFor(1_000);
  await expect(page.getByRole('progressbar', { name: 'Changing the theme' })).toHaveCount(0);
  expect(await scheme(page)).toBe('dark');
  expect(await page.evaluate(() => localStorage.getItem('selectedTheme'))).toBe('dark');
  await expect.poll(() => scheme(other)).toBe('dark');
  await page.reload();
  expect(await scheme(page)).toBe('dark');

  await choose('System');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => scheme(page)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => scheme(page)).toBe('dark');
  await choose('Light');
  expect(await scheme(page)).toBe('light');
});

test('a theme in the address is applied and removed, and an unknown one changes nothing', {
  tag: ['@THEME-19', '@THEME-20', '@THEME-21'],
}, async ({ page, company }) => {
  await page.goto(`${company.origin}/session-ended?theme=dark&title=Bye`);
  expect(await scheme(page)).toBe('dark');
  await expect(page).toHaveURL(`${company.origin}/session-ended?title=Bye`);
  await page.goto(`${company.origin}/session-ended?theme=pink`);
  expect(await scheme(page)).toBe('dark');
  await page.goto(`${company.origin}/session-ended?theme=auto`);
  expect(await page.evaluate(() => localStorage.getItem('selectedTheme'))).toBe('auto');
});

type ThemeRecord = {
  remoteAssetPath: string | null;
  logo: string;
  loginTitle: string;
  WizeOrgUnit: { complianceLogo: string | null; lightLogoUrl: string | null };
};

test('the theme record contains the asset paths, and pages load files from there', {
  tag: ['@THEME-08', '@THEME-09', '@THEME-12', '@THEME-13'],
}, async ({ page }) => {
  const harbor = `http://harbor.localhost:${process.env.KEYTURN_PORT}`;
  await page.goto(`${harbor}/login`);
  // It redirects to itself with the authorization request.
  await expect(page).toHaveURL(/request=/);
  const record = await page.evaluate(async () => (await fetch('/api/theme')).json());
  expect(record).toMatchObject({ assetPath: '/assets', remoteAssetPath: null, themeName: 'harbor' });
  expect(record.isRealtorPortalOldUrl).toBe(false);
  expect(record.WizeOrgUnit).toMatchObject({ complianceLogo: null, lightLogoUrl: null });
  await expect(page.getByRole('banner').locator('img').first()).toHaveAttribute('src', '/assets/logo.svg');

  const remote = 'https://files.example.com/harbor';
  await page.route(`${remote}/**`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>',
    }),
  );
  await changeAnswer<ThemeRecord>(page, '/api/theme', (theme) => {
    theme.remoteAssetPath = remote;
    theme.logo = 'mark.svg';
    theme.WizeOrgUnit.lightLogoUrl = 'mark-light.svg';
    theme.WizeOrgUnit.complianceLogo = 'equal-housing.svg';
  });
  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(request.url()));
  await page.goto(`${harbor}/session-ended?theme=light`);
  const logo = page.getByRole('banner').locator('img:visible');
  await expect(logo).toHaveAttribute('src', `${remote}/mark.svg`);
  const compliance = page.getByRole('contentinfo').getByRole('img', { name: 'Equal Housing Opportunity' });
  await expect(compliance).toHaveAttribute('src', `${remote}/equal-housing.svg`);
  await expect.poll(() => loaded).toContain(`${remote}/mark.svg`);
  await page.goto(`${harbor}/session-ended?theme=dark`);
  await expect(logo).toHaveAttribute('src', `${remote}/mark-light.svg`);
});

test('sign-in pages show the company’s own title', { tag: ['@THEME-11'] }, async ({ page, company }) => {
  await changeAnswer<ThemeRecord>(page, '/api/theme', (theme) => {
    theme.loginTitle = 'Harbor for Officers';
  });
  for (const path of ['/forgotPassword', '/setPassword?userToken=gone']) {
    await page.goto(company.origin + path);
    await expect(page.getByRole('banner')).toHaveText('Harbor for Officers');
  }
  await expect(page.getByRole('heading', { name: 'Link Expired' })).toBeVisible();
});
