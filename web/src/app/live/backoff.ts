/** Where the server says why it closed the socket (RFC 6455: from 4000 on they are the application's). */
export const rightsChanged = 4409;
const refused = [4400, 4401, 4403, 4429];

const firstMs = 1_000;
const longestMs = 30_000;
const refusedMs = 60_000;

/**
 * How long to wait before the next attempt, in milliseconds: longer each time, and not all tabs at once. Who was refused
 * asks once a minute: the next request of the page tells why, and does what is to be done about it.
 */
export function waitMs(failures: number, code: number, random: number): number {
  const base = refused.includes(code) ? refusedMs : Math.min(longestMs, firstMs * 2 ** failures);
  return Math.round(base * (0.5 + random / 2));
}
