import type { Page } from '@playwright/test';

/** Waits for the page's next event loop turn. Users are never faster than that, but tests are. */
export const turn = (page: Page): Promise<unknown> => page.evaluate(() => new Promise((ran) => setTimeout(ran)));

/** Picks up the focused item with Space, so that arrow keys move it. The page listens to them from the next turn on. */
export async function pickUp(page: Page): Promise<void> {
  await page.keyboard.press('Space');
  await turn(page);
}
