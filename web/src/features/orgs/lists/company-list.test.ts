// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type ListEntry, movedIds, orderedById } from './company-list';

const entry = (id: number, isActive = true): ListEntry => ({
  id,
  name: `Entry ${id}`,
  kind: null,
  isActive,
  loans: null,
  version: 1,
});
const rows = [entry(1), entry(2), entry(3, false), entry(4)];

test('an entry moves to the position of another, in both directions', () => {
  expect(movedIds(rows, 1, 4)).toEqual([2, 4, 1, 3]);
  expect(movedIds(rows, 4, 1)).toEqual([4, 1, 2, 3]);
  expect(movedIds(rows, 2, 2)).toEqual([1, 2, 4, 3]);
});

test('rows follow the order of their ids, and ids without a row are dropped', () => {
  expect(orderedById(rows, [4, 9, 1]).map(({ id }) => id)).toEqual([4, 1]);
});
