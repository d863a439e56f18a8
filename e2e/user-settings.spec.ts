import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessible.ts';
import { anotherBrowser, expect, test } from './support/company.ts';

/** A red image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGM4ISLyHwAEiAHwkp1qPAAAAABJRU5ErkJggg==',
  'base64',
);

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const accountButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account/ });

test('Avery changes her name, and the menu shows it', {
  tag: ['@SETTINGS-01', '@NAV-20', '@SHELL-13', '@USERMENU-04', '@USERMENU-11'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/loans`);
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'User Settings' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/user/edit`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('User Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'User Settings' }).getByRole('link');
  await expect(pages).toHaveText([
    'Profile',
    'Sign-in and security',
    'Notifications',
    'My licenses',
    'Portal links',
    'Email connection',
    'API keys',
  ]);
  await expect(pages.first()).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  for (const width of [1440, 768, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });

  await expect(textbox(page, 'First name')).toHaveValue('Avery');
  await textbox(page, 'First name').fill('');
  await textbox(page, 'Phone').fill('4155');
  await textbox(page, 'NMLS ID').fill('12a');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Please enter valid phone number')).toBeVisible();
  await expect(page.getByText('An NMLS ID has at most 12 digits')).toBeVisible();

  await textbox(page, 'First name').fill('Averill');
  await textbox(page, 'Job title').fill('Senior Loan Officer');
  await textbox(page, 'Phone').fill('');
  await textbox(page, 'Phone').pressSequentially('4155550132');
  await textbox(page, 'NMLS ID').fill('300777');
  const asked = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/api/users/me' && request.method() === 'GET',
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await asked;
  await expect(accountButton(page)).toHaveAccessibleName('Account: Averill Stone');
  await page.reload();
  await expect(textbox(page, 'Phone')).toHaveValue('(415) 555-0132');
  await expect(textbox(page, 'NMLS ID')).toHaveValue('300777');
  await expect(textbox(page, 'Job title')).toHaveValue('Senior Loan Officer');

  await pages.filter({ hasText: 'Sign-in and security' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/user/security`);
  await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible();

  // Company settings are a separate area.
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings`);
  await expect(page.getByRole('navigation', { name: 'Settings', exact: true })).toBeVisible();
});

test('an uploaded photo is shown and can be removed', async ({ page, company }) => {
  await company.signIn(page, 'Priya Nguyen');
  await page.goto(`${company.origin}/app/user/edit`);
  const photo = page.getByRole('region', { name: 'Photo' });
  const choose = page.getByLabel('Photo', { exact: true }).and(page.locator('input'));
  await expect(photo.getByRole('img')).toHaveCount(0);
  await choose.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByText('Choose a photo as a JPEG, PNG or WebP file.')).toBeVisible();
  await choose.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('A photo can have at most 5 MB.')).toBeVisible();
  await choose.setInputFiles({ name: 'priya.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Photo saved.')).toBeVisible();
  const shown = photo.getByRole('img', { name: 'Priya Nguyen' });
  await expect(shown).toHaveAttribute('src', /^\/api\/photos\/[0-9a-f-]{36}$/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await expect(accountButton(page).locator('img')).toHaveAttribute('src', /^\/api\/photos\//);
  await expectAccessible(page);
  await photo.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Photo removed.')).toBeVisible();
  await expect(photo.getByRole('button', { name: 'Upload photo' })).toBeVisible();
  await expect(accountButton(page).locator('img')).toHaveCount(0);
});

test('the color scheme and Spanish are stored for the user', { tag: ['@ORG-11'] }, async ({ page, company }) => {
  await company.signIn(page, 'Marcus Bell');
  await page.goto(`${company.origin}/app/user/edit`);
  const preferences = page.getByRole('region', { name: 'Preferences' });
  await preferences.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const spanish = preferences.getByRole('switch', { name: 'I speak Spanish with borrowers' });
  await expect(spanish).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await spanish.click({ force: true });
  await expect(spanish).toBeChecked();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(spanish).toBeChecked();
  await expect(preferences.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('an administrator’s change is reported, and the user’s own changes stay', async ({ page, context, company }) => {
  await company.signIn(page, 'Hugo Lindqvist');
  await page.goto(`${company.origin}/app/user/edit`);
  await textbox(page, 'NMLS ID').fill('300888');
  const elsewhere = await anotherBrowser(context);
  await company.signIn(elsewhere, 'Hugo Lindqvist');
  await elsewhere.goto(`${company.origin}/app/user/edit`);
  await textbox(elsewhere, 'Last name').fill('Lindqvist-Berg');
  await elsewhere.getByRole('button', { name: 'Save changes' }).click();
  await expect(elsewhere.getByText('Saved.')).toBeVisible();
  await elsewhere.context().close();

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/changed this in the meantime/)).toBeVisible();
  await expect(textbox(page, 'Last name')).toHaveValue('Lindqvist-Berg');
  await expect(textbox(page, 'NMLS ID')).toHaveValue('300888');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  // Leaving asks about unsaved changes.
  await textbox(page, 'NMLS ID').fill('1');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`${company.origin}/app/loans`);
});
