import type { Page } from '@playwright/test';

/** What the page put off until its next turn is done. People don't outrun that, stories do. */
export const turn = (page: Page): Promise<unknown> => page.evaluate(() => new Promise((ran) => setTimeout(ran)));

/** Picks up, by Space, what has the focus, to be moved by the arrow keys, which are listened to from the next turn on. */
export async function pickUp(page: Page): Promise<void> {
  await page.keyboard.press('Space');
  await turn(page);
}
