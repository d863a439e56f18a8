import { expect, it, vi } from 'vitest';
import { announce, announcement } from './announcement';

it('A11Y-09: messages within two seconds are announced together, and equal ones once', () => {
  vi.useFakeTimers();
  const announced: [number, string][] = [];
  const began = Date.now();
  const stop = announcement.subscribe(() => announced.push([Date.now() - began, announcement.get()]));
  announce('Showing 1-25 of 40');
  vi.advanceTimersByTime(100);
  announce('Showing 1-3 of 3');
  announce('Saved.');
  announce('Saved.');
  announce('');
  vi.advanceTimersByTime(1_900);
  announce('Late.');
  vi.advanceTimersByTime(10_000);
  announce('Later.');
  vi.advanceTimersByTime(0);
  stop();
  vi.useRealTimers();
  expect(announced).toEqual([
    [0, 'Showing 1-25 of 40'],
    [2_000, 'Showing 1-3 of 3 Saved.'],
    [4_000, 'Late.'],
    [12_000, 'Later.'],
  ]);
});
