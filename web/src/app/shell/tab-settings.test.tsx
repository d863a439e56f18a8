import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSettled } from './tab-settings';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

it('two updates within half a second are applied once, half a second after the second (SHELL-36)', () => {
  const seen = new Set<unknown>();
  const { rerender } = renderHook(({ config }) => seen.add(useSettled(config)), { initialProps: { config: {} } });
  const [first, second] = [{ leads: { visible: false, order: 1 } }, { pricing: { visible: false, order: 1 } }];
  rerender({ config: first });
  pass(300);
  rerender({ config: second });
  pass(499);
  expect([seen.has(first), seen.has(second)]).toEqual([false, false]);
  pass(1);
  expect([seen.has(first), seen.has(second)]).toEqual([false, true]);
});
