import { expect, it } from 'vitest';
import { endsSoon } from './key-life';

const now = Date.parse('2026-11-22T12:00:00Z');
const ends = (expiresAt: string, state: 'ACTIVE' | 'EXPIRED' | 'REVOKED' = 'ACTIVE') =>
  endsSoon({ state, expiresAt }, now);

it('a key ends soon in its last two weeks, and has ended after that', () => {
  expect(ends('2026-12-06T12:00:00Z')).toBe(false);
  expect(ends('2026-12-06T11:59:59Z')).toBe(true);
  expect(ends('2026-11-21T12:00:00Z', 'EXPIRED')).toBe(false);
  expect(ends('2026-11-23T12:00:00Z', 'REVOKED')).toBe(false);
});
