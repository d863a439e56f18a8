import type { ApiKey } from './key-calls';

/** Days before its end from which a key is to be replaced. */
const soon = 14;

/** Whether a key that is good ends within two weeks. */
export function endsSoon({ state, expiresAt }: Pick<ApiKey, 'state' | 'expiresAt'>, now = Date.now()): boolean {
  return state === 'ACTIVE' && new Date(expiresAt).getTime() - now < soon * 86_400_000;
}
