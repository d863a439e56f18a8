import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Our pages have no frames of other origins, for whose sake axe would open a page of its own each time. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

/**
 * The page as it stands has no finding of WCAG 2.2 A and AA, in either appearance. The second differs in its colors and
 * in nothing else, so it is asked about those.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.getAttribute('data-theme') ?? 'light');
  await show(page, 'light');
  expect(await findings(axe(page).withTags(wcag)), 'accessibility findings in light').toEqual([]);
  await show(page, 'dark');
  expect(await findings(axe(page).withRules('color-contrast')), 'findings in dark').toEqual([]);
  await show(page, before);
}

async function findings(asked: AxeBuilder): Promise<string[]> {
  const { violations } = await asked.analyze();
  const told = (node: (typeof violations)[number]['nodes'][number]) => `${node.target} ${node.failureSummary}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join('; ')}`);
}

/** Both appearances are the same page under other variables, so the attributes are enough; then it is drawn once. */
const show = (page: Page, scheme: string) =>
  page.evaluate(async (value) => {
    document.documentElement.setAttribute('data-theme', value);
    document.documentElement.setAttribute('data-mantine-color-scheme', value);
    const drawn = () => new Promise((next) => requestAnimationFrame(next));
    await drawn();
    await drawn();
    // A spinner turns for ever.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
  }, scheme);

/** Nothing sticks out to the side at this width. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `pixels beyond a window of ${width}`).toBeLessThanOrEqual(0);
}
