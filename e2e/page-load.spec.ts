import type { Page, Response } from '@playwright/test';
import { companyAt, expect, test } from './support/company.ts';

/** Maximum requests for the pipeline and for the next page. */
const firstPageMax = 25;
const nextPageMax = 12;
/** Maximum kilobytes of script and style for the first page, compressed with Brotli. */
const bytesMax = { '.js': 230, '.css': 30 };

/** Collects a page's responses, without live events. */
function listen(page: Page): Response[] {
  const answers: Response[] = [];
  page.on('response', (response) => answers.push(response));
  return answers;
}

const path = (response: Response): string => new URL(response.url()).pathname;

test('the pipeline opens with few requests, and the next page with fewer', async ({ page }) => {
  const harbor = companyAt('harbor');
  await harbor.signIn(page, 'Omar Haddad');
  const answers = listen(page);
  await page.goto(`${harbor.origin}/app/loans`);
  await expect(page.getByText(/^Showing/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = answers.splice(0);
  expect(first.length, first.map(path).join('\n')).toBeLessThanOrEqual(firstPageMax);
  expect(first.map(path).filter((asked) => asked === '/api/startup')).toHaveLength(1);
  for (const [ending, max] of Object.entries(bytesMax)) {
    const files = first.filter((response) => path(response).endsWith(ending));
    const sizes = await Promise.all(files.map((file) => file.request().sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(bytes / 1000, files.map(path).join('\n')).toBeLessThanOrEqual(max);
  }

  const pages = ['Leads', 'Tasks', 'Dashboard'];
  for (const name of pages) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const next = answers.splice(0);
    expect(next.length, `${name}:\n${next.map(path).join('\n')}`).toBeLessThanOrEqual(nextPageMax);
  }
});

test('the browser can cache built files forever', async ({ page }) => {
  const harbor = companyAt('harbor');
  await harbor.signIn(page, 'Omar Haddad');
  const answers = listen(page);
  await page.goto(`${harbor.origin}/app/loans`);
  await expect(page.getByText(/^Showing/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const built = answers.splice(0).filter((response) => path(response).startsWith('/build/'));
  expect(built.length).toBeGreaterThan(5);
  for (const file of built) {
    expect(file.headers()['cache-control'], file.url()).toBe('public, max-age=31536000, immutable');
  }
});
