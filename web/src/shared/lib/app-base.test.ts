import { expect, it } from 'vitest';
import { baseOf, licensingIdOf } from './app-base';

it('SESSION-21: a number in the first segment is the licensing id of a borrower portal', () => {
  expect(licensingIdOf('/1234/home')).toBe('1234');
  expect(licensingIdOf('/1234')).toBe('1234');
  expect(baseOf('/1234/session-ended')).toBe('/1234');
});

it('a number in any other segment is not', () => {
  for (const path of ['/', '/app/loans/1234', '/12a/home', '/session-ended']) expect(baseOf(path)).toBe('');
});
