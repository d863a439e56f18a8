import { expect, it } from 'vitest';
import { type Condition, described, type Filter, readFilter, replaced, withCondition, written } from './filter';

const name = () => 'Avery Stone';
const is = (field: string, operator: string, ...values: string[]): Condition => ({ field, operator, values });

it('a condition reads like a sentence', () => {
  const textOf = (field: string, operator: string, ...values: string[]) =>
    described(is(field, operator, ...values), name);
  expect(textOf('closing', 'within', 'next:7')).toBe('in the next 7 days');
  expect(textOf('closing', 'within', 'next:45')).toBe('in the next 45 days');
  expect(textOf('nextDeadline', 'before', 'today')).toBe('before today');
  expect(textOf('closing', 'between', '2026-11-01', '2026-11-30')).toBe('11/01/2026 to 11/30/2026');
  expect(textOf('amount', 'atLeast', '1250000')).toBe('at least $1,250,000');
  expect(textOf('rate', 'atMost', '6.5')).toBe('at most 6.5%');
  expect(textOf('lien', 'is', 'FirstLien', 'SecondLien')).toBe('First Lien or Second Lien');
  expect(textOf('officer', 'isNot', '7')).toBe('not Avery Stone');
  expect(textOf('borrower', 'contains', 'ort')).toBe('contains “ort”');
  expect(textOf('lender', 'empty')).toBe('is empty');
});

it('invalid parts of an address are dropped', () => {
  const good = is('closing', 'within', 'thisMonth');
  const conditions = [good, { x: 1 }, null, { match: 'all', conditions: [good, {}] }, { conditions: [] }];
  const read = readFilter(JSON.stringify({ match: 'any', conditions }));
  expect(read).toEqual({ match: 'any', conditions: [good, { match: 'all', conditions: [good] }] });
  expect(readFilter(written(read))).toEqual(read);
  for (const text of [undefined, '', '[]', 'null', '{', '[object Object]']) {
    expect(written(readFilter(text))).toBeUndefined();
  }
});

it('conditions are added to and removed from the filter or its one group', () => {
  const [one, two, three] = [is('state', 'is', 'CA'), is('purpose', 'is', 'Purchase'), is('lender', 'empty')];
  let filter: Filter = withCondition(readFilter(undefined), one, false);
  filter = withCondition(filter, two, true);
  filter = withCondition(filter, three, true);
  expect(filter).toEqual({ match: 'all', conditions: [one, { match: 'any', conditions: [two, three] }] });
  filter = replaced(filter, two, null);
  filter = replaced(filter, one, is('state', 'is', 'OR'));
  expect(filter.conditions).toEqual([is('state', 'is', 'OR'), { match: 'any', conditions: [three] }]);
  expect(replaced(filter, three, null).conditions).toHaveLength(1);
});
