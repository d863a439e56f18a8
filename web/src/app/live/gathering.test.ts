import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gathering } from './gathering';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a burst of events causes one fetch, and a flood causes at most one every two seconds', () => {
  const refetch = vi.fn();
  const { add } = gathering(refetch);
  for (let n = 0; n < 50; n++) add([{ key: ['loans', 'page'] }, { key: ['loans', 1] }]);
  vi.advanceTimersByTime(150);
  expect(refetch).toHaveBeenCalledExactlyOnceWith([{ key: ['loans', 'page'] }, { key: ['loans', 1] }]);
  for (let n = 0; n < 100; n++) {
    add([{ key: ['loans', 'page'] }]);
    vi.advanceTimersByTime(100);
  }
  expect(refetch.mock.calls.length).toBeLessThanOrEqual(6);
});

it('it fetches nothing after it has stopped', () => {
  const refetch = vi.fn();
  const { add, stop } = gathering(refetch);
  add([{ key: ['loans'] }]);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(refetch).not.toHaveBeenCalled();
});
