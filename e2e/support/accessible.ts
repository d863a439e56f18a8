import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The page as it stands has no finding of WCAG 2.2 A and AA, in either appearance. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.getAttribute('data-theme') ?? 'light');
  for (const scheme of ['light', 'dark']) {
    await show(page, scheme);
    const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
    );
    expect(found, `accessibility findings in ${scheme}`).toEqual([]);
  }
  await show(page, before);
}

/** Both appearances are the same page under other variables, so the attributes are enough. */
const show = (page: Page, scheme: string) =>
  page.evaluate((value) => {
    document.documentElement.setAttribute('data-theme', value);
    document.documentElement.setAttribute('data-mantine-color-scheme', value);
  }, scheme);

/** Nothing sticks out to the side at this width. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `pixels beyond a window of ${width}`).toBeLessThanOrEqual(0);
}
