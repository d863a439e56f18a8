import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSteady } from './use-steady';

afterEach(() => vi.restoreAllMocks());

const steady = () =>
  renderHook(({ value }: { value: string | undefined }) => useSteady(value, 'nothing'), {
    initialProps: { value: undefined as string | undefined },
  });

test('the last response stays until the next one arrives', () => {
  const { result, rerender } = steady();
  expect(result.current).toBe('nothing');
  rerender({ value: 'first' });
  rerender({ value: undefined });
  expect(result.current).toBe('first');
  rerender({ value: 'second' });
  expect(result.current).toBe('second');
});

test('a response that arrives during a press is shown after the click', async () => {
  const { result, rerender } = steady();
  rerender({ value: 'first' });
  vi.spyOn(document, 'querySelector').mockReturnValue(document.body);
  rerender({ value: 'second' });
  rerender({ value: 'third' });
  expect(result.current).toBe('first');
  window.dispatchEvent(new Event('pointerup'));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(result.current).toBe('third');
});
