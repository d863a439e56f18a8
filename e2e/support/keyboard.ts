import type { Page } from '@playwright/test';

/**
 * Picks up, by Space, what has the focus, to be moved by the arrow keys. These are listened to from a timer on, which people
 * don't outrun and stories do.
 */
export async function pickUp(page: Page): Promise<void> {
  await page.keyboard.press('Space');
  await page.evaluate(() => new Promise((ran) => setTimeout(ran)));
}
