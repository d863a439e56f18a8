import { expect, it } from 'vitest';
import { isEnding, renewalDelayMs } from './token-store';

const user = { id_token: 'token', refresh_token: 'refresh', expires_at: 1_000 };

it('a token is renewed a minute before it expires', () => {
  expect(isEnding(user, 939_000)).toBe(false);
  expect(isEnding(user, 940_000)).toBe(true);
  expect(isEnding(user, 2_000_000)).toBe(true);
  expect(renewalDelayMs(user, 400_000)).toBe(540_000);
  expect(renewalDelayMs(user, 990_000)).toBe(0);
});
