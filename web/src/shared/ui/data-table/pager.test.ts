import { expect, it } from 'vitest';
import { pageText } from './pager';

it('PIPE-06: the pager shows the range and the total, and where counting stopped', () => {
  expect(pageText({ firstRow: 26, rowCount: 25, count: 1000, isCapped: true })).toBe('Showing 26-50 of 1,000+');
  expect(pageText({ firstRow: 1, rowCount: 7, count: 7, isCapped: false })).toBe('Showing 1-7 of 7');
  expect(pageText({ firstRow: 1001, rowCount: 25, count: undefined, isCapped: false })).toBe('Showing 1,001-1,025');
  expect(pageText({ firstRow: 1, rowCount: 7, count: 7, isCapped: false, order: 'latest first' })).toBe(
    'Showing 1-7 of 7, latest first',
  );
  expect(pageText({ firstRow: 1, rowCount: 0, count: 0, isCapped: false })).toBe('');
});
