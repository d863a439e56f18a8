import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessible.ts';
import { expect, signIn, test } from './support/company.ts';

const provider = () => `http://localhost:${process.env.KEYTURN_PORT}`;
const mark = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><script>alert(1)</script><path fill="${color}" d="M2 22V9l10-7 10 7v13z"/></svg>`,
  );
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

/** Uploads an image as this logo, and waits for its address. */
async function upload(page: Page, logo: string, name: string, buffer: Buffer, mimeType = 'image/svg+xml') {
  await page
    .getByLabel(`Upload ${logo}`, { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType, buffer });
}

const shownLogo = (page: Page) => page.getByRole('banner').locator('img:visible').first();
const uploaded = /^\/api\/brand-images\/[0-9a-f]{64}$/;

test('Grace brands her company, and Sam changes the brand', {
  tag: ['@SETTINGS-02', '@ORG-13', '@THEME-01', '@THEME-10'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Grace Whitfield');
  await page.goto(`${company.origin}/app/settings/org-config`);
  await page
    .getByRole('navigation', { name: 'Sections of the organization' })
    .getByRole('link', { name: 'Branding' })
    .click();
  await expect(page).toHaveURL(`${company.origin}/app/settings/org-config/branding`);
  await expect(field(page, 'Application title')).not.toHaveValue('');
  // Only the provider can edit the asset paths.
  await expect(field(page, 'Asset path')).toHaveCount(0);

  await field(page, 'Application title').fill('Cove');
  await field(page, 'Sign-in title').fill('Cove staff');
  await expect(preview(page).getByText('Cove staff')).toHaveCount(2);
  await field(page, 'Brand color').fill('#ffeb00');
  await expect(page.getByText('Adjusted in light for readability (4.5 to 1).')).toBeVisible();
  await field(page, 'Brand color').fill('#8a1c7c');
  const sample = (name: string) => preview(page).getByRole('figure', { name });
  await expect(sample('Light').getByText('Sign in', { exact: true })).toHaveCSS(
    'background-color',
    'rgb(138, 28, 124)',
  );
  await expect(page.getByText('Adjusted in dark for readability (4.5 to 1).')).toBeVisible();
  await expect(sample('Dark')).toContainText('adjusted to #');

  await upload(page, 'Logo', 'mark.png', Buffer.from('GIF89a'), 'image/png');
  await expect(page.getByText('Choose a PNG, JPEG or SVG file')).toBeVisible();
  await upload(page, 'Logo', 'mark.svg', mark('#8a1c7c'));
  await expect(page.getByRole('img', { name: 'Logo', exact: true })).toHaveAttribute('src', uploaded);
  await expect(page.getByText('Choose a PNG, JPEG or SVG file')).toHaveCount(0);
  await upload(page, 'Logo for dark backgrounds', 'mark.svg', mark('#f0a0e4'));
  await expect(page.getByRole('img', { name: 'Logo for dark backgrounds' })).toHaveAttribute('src', uploaded);
  const logo = await page.getByRole('img', { name: 'Logo', exact: true }).getAttribute('src');
  await expect(sample('Light').locator('img').first()).toHaveAttribute('src', logo ?? '');
  for (const width of [1440, 768, 390]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Changes aren't visible before they are saved.
  await expect(shownLogo(page)).toHaveAttribute('src', '/assets/logo.svg');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(shownLogo(page)).toHaveAttribute('src', logo ?? '');
  await expect(page).toHaveTitle(/Cove$/);
  await page.goto(`${company.origin}/login`);
  await expect(page.getByRole('banner')).toHaveText('Cove staff');
  await expect(shownLogo(page)).toHaveAttribute('src', logo ?? '');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCSS(
    'background-color',
    'rgb(138, 28, 124)',
  );

  await signIn(page, provider(), 'sam.rivera@provider.example');
  await page.goto(`${provider()}/org?string=${company.slug}`);
  await page.getByRole('table', { name: 'Companies' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Branding' }).click();
  await expect(field(page, 'Application title')).toHaveValue('Cove');
  await expect(field(page, 'Asset path')).toHaveValue('/assets');
  await field(page, 'Sign-in title').fill('Cove Home Lending');
  await page.getByRole('button', { name: 'Remove Logo', exact: true }).click();
  await upload(page, 'Compliance logo', 'equal-housing.svg', mark('#1c2129'));
  await expect(page.getByRole('img', { name: 'Compliance logo' })).toHaveAttribute('src', uploaded);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto(`${company.origin}/login`);
  await expect(page.getByRole('banner')).toHaveText('Cove Home Lending');
  await expect(shownLogo(page)).toHaveAttribute('src', '/assets/logo.svg');
  await expect(page.getByRole('contentinfo').getByRole('img', { name: 'Equal Housing Opportunity' })).toHaveAttribute(
    'src',
    uploaded,
  );
});
