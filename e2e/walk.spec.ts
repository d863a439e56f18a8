import type { Page } from '@playwright/test';
import { axeFindings, axeFindingsInLight } from './support/accessible.ts';
import { expect, test } from './support/company.ts';
import {
  coveredAtEnd,
  cutValues,
  hiddenFocus,
  lostWords,
  smallTargets,
  stickingOut,
  tooTall,
  withSpacing,
} from './support/measured.ts';
import { enter, passages, routes, settled, type Visitor, visitors, walkTo, watch } from './support/pages.ts';

test.describe.configure({ mode: 'parallel' });

const isWhole = () => test.info().config.metadata.isWhole === true;
/** Widths of layout breakpoints, and a window at 400 % zoom. */
const widths = () => (isWhole() ? [320, 390, 767, 991, 1194, 1260, 1280, 1440] : [320, 1440]);

test('every route is visited by a demo user', () => {
  expect(routes.length).toBeGreaterThan(80);
  for (const route of routes) {
    expect(visitors.filter(({ sees }) => sees(route)).length, `who walks to ${route}`).toBe(1);
  }
  expect(Object.keys(passages).filter((route) => !routes.includes(route))).toEqual([]);
});

/** Docks a dialog, which covers part of every page. Initial notices of the demo have closed before. */
async function clutter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add New Task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Call the title company');
  await dialog.getByRole('button', { name: 'Dock' }).click();
  await expect(page.getByRole('button', { name: 'Tasks: 1 docked' })).toBeVisible();
  const toasts = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Close notification' });
  await expect(toasts).toHaveCount(0, { timeout: 20_000 });
}

/** Checks the current page for all kinds of users. */
async function look(page: Page, route: string): Promise<void> {
  const none = (found: readonly string[], what: string) => expect.soft(found, `${route}: ${what}`).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  none(await axeFindings(page, 'best-practice'), 'accessibility findings');
  for (const width of widths()) {
    await page.setViewportSize({ width, height: 844 });
    none(await stickingOut(page), `what sticks out at ${width}`);
    none(await smallTargets(page), `small targets at ${width}`);
    none(await lostWords(page), `lost words at ${width}`);
    if (width === 320 || width >= 1280) {
      none(await withSpacing(page, () => lostWords(page)), `words lost when they stand apart at ${width}`);
    }
  }
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    none(await cutValues(page), `numbers, dates and identifiers that are cut or wrapped at ${width}`);
    expect.soft(await tooTall(page), `${route}: pixels too tall at ${width}`).toBe(0);
  }
  // Phones have another layout with the same colors.
  await page.setViewportSize({ width: 390, height: 844 });
  // A phone's table has other columns, rendered later.
  await settled(page);
  none(await axeFindingsInLight(page, 'best-practice'), 'accessibility findings on a phone');
  none(await coveredAtEnd(page), 'words under the tray on a phone');
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Forced colors replace all our colors, but the focus ring stays visible.
    await page.emulateMedia({ forcedColors: width === 1280 ? 'active' : 'none' });
    none(await hiddenFocus(page), `focus that can't be seen at ${width}`);
  }
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Number of pages per test. Tests run in parallel. */
const pagesPerStory = 14;

for (const visitor of visitors) {
  const all = routes.filter(visitor.sees);
  for (let first = 0; first < all.length; first += pagesPerStory) {
    const own = all.slice(first, first + pagesPerStory);
    test(`every page that ${visitor.name} sees is accessible, from ${own[0]} on`, {
      tag: ['@A11Y-01', '@A11Y-05', '@A11Y-06', '@A11Y-07', '@A11Y-08'],
    }, async ({ page }) => {
      test.slow();
      await walk(page, visitor, own);
    });
  }
}

/** Prevents pages from redirecting after some seconds, because the checks may take longer. */
function stay(): void {
  const original = window.setTimeout;
  const longest = 2 ** 31 - 1;
  const setLongTimeout = (run: TimerHandler, wait = 0, ...given: unknown[]) =>
    original(run, wait >= 1000 ? longest : wait, ...given);
  window.setTimeout = setLongTimeout as typeof window.setTimeout;
}

/** Prevents the page from navigating to another document. */
const hold = (page: Page) =>
  page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener('navigate', (event) => {
      const { destination } = event as Event & { destination: { sameDocument: boolean } };
      if (!destination.sameDocument) event.preventDefault();
    });
  });

async function walk(page: Page, visitor: Visitor, own: readonly string[]): Promise<void> {
  if (visitor.email === null) await page.addInitScript(stay);
  watch(page);
  const address = await enter(page, visitor);
  let isInside = false;
  for (const route of own) {
    const leadsTo = passages[route];
    await page.setViewportSize({ width: 1440, height: 900 });
    if (isInside && !leadsTo) {
      await walkTo(page, address(route));
    } else {
      await page.goto(address(route));
      await settled(page);
    }
    if (route === '/login') await expect(page).toHaveURL(/request=/);
    if (leadsTo) {
      await expect(page).toHaveURL(address(leadsTo));
      isInside = false;
      continue;
    }
    const isNowhere = /\$$|not-found$/.test(route);
    const heading = page.getByRole('heading', { name: /not found|no such/i });
    expect(await heading.count(), `${route} leads somewhere`).toBe(isNowhere ? 1 : 0);
    if (visitor.name === 'Avery Stone' && !isInside) await clutter(page);
    isInside = visitor.email !== null;
    if (visitor.email === null) await hold(page);
    await look(page, route).catch((cause) => {
      throw new Error(`${route} could not be looked at; it is at ${page.url()}`, { cause });
    });
  }
}
