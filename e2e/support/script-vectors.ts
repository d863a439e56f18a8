import { readFileSync } from 'node:fs';

/**
 * Markup that has made browsers execute code. Each entry would set a mark on the window. The server's tests read the
 * same list.
 */
export const scriptVectors: readonly string[] = JSON.parse(
  readFileSync(new URL('script-vectors.json', import.meta.url), 'utf8'),
);
