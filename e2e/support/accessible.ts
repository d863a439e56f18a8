import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The page as it stands has no finding of WCAG 2.2 A and AA, in either appearance. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page), 'accessibility findings').toEqual([]);
}

/**
 * Nor has what is open over the page, as wide as it stands and on a phone. `file` is where the dialog is written, below
 * web/src: dialogs.spec.ts knows by it that each is looked at.
 */
export async function expectAccessibleDialog(page: Page, file: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [before.width, 390]) {
    await page.setViewportSize({ ...before, width });
    const dialog = page.getByRole('dialog').last();
    await expect(dialog, file).toBeVisible();
    await expect(dialog.locator('[aria-busy="true"], [class*="Skeleton-root"]'), `${file} has loaded`).toHaveCount(0);
    expect(await axeFindings(page), `accessibility findings of ${file} at ${width}`).toEqual([]);
  }
  await page.setViewportSize(before);
}

/**
 * What axe finds on the page as it stands, by WCAG 2.2 A and AA and the tags that are added, in light and in dark. The
 * second differs in its colors and in nothing else, so it is asked about those.
 */
export async function axeFindings(page: Page, ...more: 'best-practice'[]): Promise<string[]> {
  const before = await page.evaluate(() => document.documentElement.getAttribute('data-theme') ?? 'light');
  await show(page, 'light');
  const light = await axeFindingsInLight(page, ...more);
  await show(page, 'dark');
  const dark = await findings(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
  await show(page, before);
  return [...light, ...dark.map((finding) => `in dark, ${finding}`)];
}

/** What axe finds on the page as it stands, in light, by WCAG 2.2 A and AA and the tags that are added. */
export const axeFindingsInLight = (page: Page, ...more: 'best-practice'[]): Promise<string[]> =>
  findings(page, { runOnly: { type: 'tag', values: [...wcag, ...more] } });

/**
 * What axe finds. A page takes its rules in once, however often it is asked. Below a dialog nothing can be reached; the page
 * is looked at where it stands alone.
 */
async function findings(page: Page, asked: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const isBelow = document.querySelector('[role=dialog][aria-modal=true]') !== null;
    const portals = document.querySelectorAll<HTMLElement>('[data-portal]');
    const above = [...portals].filter(({ childElementCount }) => childElementCount > 0);
    const place = isBelow && above.length > 0 ? { include: above } : document;
    const { violations } = await axe.run(place, { ...options, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => {
      const told = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`);
      return `${id}: ${told.join('; ')}`;
    });
  }, asked as axe.RunOptions);
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
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // What is drawn otherwise in a narrow window is drawn once the page is told of its width.
  await expect.poll(over, `pixels beyond a window of ${width}`).toBeLessThanOrEqual(0);
}
