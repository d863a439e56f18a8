import { expect, test } from 'vitest';
import { general, newItems } from './keyboard-map';

test('SEARCH-13: keys that create something are bound separately from the general ones', () => {
  expect(general.map(({ bound }) => bound)).toEqual(['D', 'L', 'shift+L', 'P', 'T']);
  expect(newItems.map(({ bound }) => bound)).toEqual(['N', 'shift+N', 'alt+N']);
});
