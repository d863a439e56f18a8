import { expect, it } from 'vitest';
import { shareOf } from './sums';

const sums = ['300000', '100000', '0'].map((LoanAmount) => ({ count: 1, LoanAmount }));

it('a share is a part of the total, and all shares add up to one', () => {
  expect(sums.map((one) => shareOf(one, sums))).toEqual([0.75, 0.25, 0]);
});

it('the share of an empty total is zero', () => {
  const nothing = { count: 0, LoanAmount: '0' };
  expect(shareOf(nothing, [nothing])).toBe(0);
});
