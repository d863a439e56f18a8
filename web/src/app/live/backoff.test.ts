import { expect, it } from 'vitest';
import { rightsChanged, waitMs } from './backoff';

it('waits longer with each failure, up to half a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 40].map((failures) => waitMs(failures, 1006, 1));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitMs(0, 1006, 0)).toBe(500);
});

it('retries once a minute after a refusal, and at once after a change of rights', () => {
  expect(waitMs(0, 4401, 1)).toBe(60_000);
  expect(waitMs(0, rightsChanged, 1)).toBe(1_000);
});
