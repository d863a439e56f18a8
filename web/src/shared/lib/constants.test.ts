import { expect, it } from 'vitest';
import { breakpoints, dateFormat, modalWidths, pageSize, separatorKey } from './constants';

it('layout, dialogs, pages and keys equal the specification', () => {
  expect(Object.values(breakpoints)).toEqual([767, 991, 1194, 1260, 1280, 1440]);
  expect(Object.values(modalWidths)).toEqual([600, 700, 900, 1100]);
  expect(pageSize).toBe(25);
  expect(separatorKey).toBe('Enter');
  expect(dateFormat).toBe('MM/DD/YYYY');
});
