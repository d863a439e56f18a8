import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects no WCAG 2.2 A and AA findings on the page, in either color scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page), 'accessibility findings').toEqual([]);
}

/**
 * Expects the same of an open dialog, at the current width and on a phone. `file` is the dialog's source below web/src;
 * dialogs.spec.ts uses it to verify that every dialog is checked.
 */
export async function expectAccessibleDialog(page: Page, file: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [before.width, 390]) {
    await page.setViewportSize({ ...before, width });
    const dialog = page.getByRole('dialog').last();
    await expect(dialog, file).toBeVisible();
    if (width >= 1200) {
      // Popovers and the drawer are dialogs to listeners only.
      const size = await dialog.evaluate((element) =>
        element.matches('.mantine-Modal-content') ? element.getBoundingClientRect().width : 600,
      );
      expect([600, 700, 900, 1100], `the width of ${file}`).toContain(Math.round(size));
    }
    await expect(dialog.locator('[aria-busy="true"], [class*="Skeleton-root"]'), `${file} has loaded`).toHaveCount(0);
    expect(await axeFindings(page), `accessibility findings of ${file} at ${width}`).toEqual([]);
  }
  await page.setViewportSize(before);
}

/**
 * Findings of axe on the page in light and dark, by WCAG 2.2 A and AA and the additional tags. The dark scheme differs
 * only in colors, so only color rules run for it.
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

/** Findings of axe on the page in light, by WCAG 2.2 A and AA and the additional tags. */
export const axeFindingsInLight = (page: Page, ...more: 'best-practice'[]): Promise<string[]> =>
  findings(page, { runOnly: { type: 'tag', values: [...wcag, ...more] } });

/**
 * Runs axe. Its source is injected only once per page. While a dialog is open, the page behind it can't be reached and
 * is excluded.
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
      const descriptions = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`);
      return `${id}: ${descriptions.join('; ')}`;
    });
  }, asked as axe.RunOptions);
}

/**
 * Switches the color scheme. Both schemes are the same page with other variables, so setting the attributes is enough.
 * Waits for one repaint.
 */
const show = (page: Page, scheme: string) =>
  page.evaluate(async (value) => {
    document.documentElement.setAttribute('data-theme', value);
    document.documentElement.setAttribute('data-mantine-color-scheme', value);
    const drawn = () => new Promise((next) => requestAnimationFrame(next));
    await drawn();
    await drawn();
    // Exclude spinners, whose animation never ends.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
  }, scheme);

/** Expects no horizontal overflow at this width. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // Components with a narrow layout re-render once they know the new width.
  await expect.poll(over, `pixels beyond a window of ${width}`).toBeLessThanOrEqual(0);
}
