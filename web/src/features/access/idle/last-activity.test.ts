// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { sharedActivity } from './last-activity';

beforeEach(() => localStorage.clear());

it('activity is stored for every tab, at most once a second', () => {
  const store = sharedActivity();
  for (const atMs of [10_000, 10_400, 10_999]) store.write(atMs);
  expect(localStorage.getItem('lastActivity')).toBe('10000');
  store.write(11_000);
  expect(localStorage.getItem('lastActivity')).toBe('11000');
  expect(store.read()).toBe(11_000);
});

it('activity in another tab notifies this one', () => {
  const heard = vi.fn();
  const stop = sharedActivity().subscribe(heard);
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastActivity', newValue: '5' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'selectedTheme', newValue: 'dark' }));
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastActivity', newValue: '6' }));
  expect(heard).toHaveBeenCalledTimes(1);
});

it('without recorded activity, the countdown starts now', () => {
  expect(Math.abs(sharedActivity().read() - Date.now())).toBeLessThan(1000);
});
