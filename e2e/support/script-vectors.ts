import { readFileSync } from 'node:fs';

/**
 * Ways in which markup has made browsers run what it brought with it; each sets a mark on the window, were it ever to run.
 * The server's own tests read the same list.
 */
export const scriptVectors: readonly string[] = JSON.parse(
  readFileSync(new URL('script-vectors.json', import.meta.url), 'utf8'),
);
