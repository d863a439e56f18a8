import type { ApiKey } from './key-calls';

/** Number of days before expiry in which a key should be replaced. */
const soon = 14;

/** Whether an active key expires within two weeks. */
export function endsSoon({ state, expiresAt }: Pick<ApiKey, 'state' | 'expiresAt'>, now = Date.now()): boolean {
  return state === 'ACTIVE' && new Date(expiresAt).getTime() - now < soon * 86_400_000;
}
