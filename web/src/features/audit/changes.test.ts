import { expect, it } from 'vitest';
import { changesOf } from './changes';

const words = { yes: 'Yes', no: 'No', none: 'None' };
const told = (before: unknown, after: unknown) =>
  changesOf(before, after, words).map(({ path, before: was, after: is }) => [path.join('.'), was, is]);

it('what differs is told, value by value', () => {
  const before = { name: 'Harbor', isOpen: false, nmlsId: null, days: ['MON', 'TUE'], address: { city: 'Oakland' } };
  const after = { name: 'Harbor', isOpen: true, nmlsId: '207', days: ['MON'], address: { city: 'Berkeley' } };
  expect(told(before, after)).toEqual([
    ['isOpen', 'No', 'Yes'],
    ['nmlsId', 'None', '207'],
    ['days', 'MON, TUE', 'MON'],
    ['address.city', 'Oakland', 'Berkeley'],
  ]);
});

it('where one side was noted, all of it is told', () => {
  expect(told(null, { loginsEnded: 2, reason: '' })).toEqual([
    ['loginsEnded', undefined, '2'],
    ['reason', undefined, 'None'],
  ]);
  expect(told({ holidays: [{ name: 'Eve' }] }, null)).toEqual([['holidays.0.name', 'Eve', undefined]]);
  expect(told({ a: 1 }, { b: 2 })).toEqual([
    ['a', '1', undefined],
    ['b', undefined, '2'],
  ]);
  expect(told(null, null)).toEqual([]);
  expect(told({}, {})).toEqual([]);
});
