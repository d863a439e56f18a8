/** The server's close codes (RFC 6455 leaves codes from 4000 on to the application). */
export const rightsChanged = 4409;
const refused = [4400, 4401, 4403, 4429];

const firstMs = 1_000;
const longestMs = 30_000;
const refusedMs = 60_000;

/**
 * Milliseconds to wait before the next attempt. The wait grows with each failure and is random, so that tabs don't
 * reconnect together. A refused tab retries once a minute: the page's next request shows the reason and handles it.
 */
export function waitMs(failures: number, code: number, random: number): number {
  const base = refused.includes(code) ? refusedMs : Math.min(longestMs, firstMs * 2 ** failures);
  return Math.round(base * (0.5 + random / 2));
}
