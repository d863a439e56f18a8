import { expect, it } from 'vitest';
import { changedPaths, isSame, itemPathOf, patternOf, valueAt, withValue } from './path';

const ken = '0190a0e4-7d65-7c3e-9e5b-000000000001';
const lorraine = '0190a0e4-7d65-7c3e-9e5b-000000000002';
const application = { borrowers: [{ id: ken, firstName: 'Ken' }, { id: lorraine }], loan: { purpose: 'Purchase' } };

it('reads fields, items and orders by path', () => {
  expect(valueAt(application, `borrowers/${ken}/firstName`)).toBe('Ken');
  expect(valueAt(application, 'borrowers/order')).toEqual([ken, lorraine]);
  expect(valueAt(application, 'title/holders')).toBeUndefined();
  expect(patternOf(`borrowers/${ken}/firstName`)).toBe('borrowers/*/firstName');
  expect(itemPathOf(`borrowers/${ken}/declarations/bankruptcy`)).toBe(`borrowers/${ken}`);
  expect(itemPathOf('loan/purpose')).toBe('');
});

it('writes a copy and shares what stays the same', () => {
  const changed = withValue(application, `borrowers/${lorraine}/declarations/bankruptcy`, true);
  expect(valueAt(changed, `borrowers/${lorraine}/declarations/bankruptcy`)).toBe(true);
  expect(valueAt(application, `borrowers/${lorraine}/declarations`)).toBeUndefined();
  expect(changed.loan).toBe(application.loan);
  expect(changed.borrowers[0]).toBe(application.borrowers[0]);
});

it('adds, moves and removes items', () => {
  const asset = { id: ken, kind: 'Stock' };
  const added = withValue(application, `assets/${ken}`, asset);
  expect(valueAt(added, 'assets')).toEqual([asset]);
  expect(valueAt(withValue(added, `assets/${ken}`, null), 'assets')).toEqual([]);
  const moved = withValue(application, 'borrowers/order', [lorraine, ken]);
  expect(moved.borrowers.map(({ id }) => id)).toEqual([lorraine, ken]);
});

it('empty values are equal', () => {
  expect(isSame(undefined, '')).toBe(true);
  expect(isSame({ address: { line: null } }, {})).toBe(true);
  expect(isSame([], null)).toBe(true);
  expect(isSame(false, null)).toBe(false);
  expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
});

it('names the fields that differ', () => {
  const after = withValue(withValue(application, `borrowers/${ken}/firstName`, 'Kenneth'), 'loan/noteRate', '6.125');
  expect(changedPaths(application, after)).toEqual([`borrowers/${ken}/firstName`, 'loan/noteRate']);
});
