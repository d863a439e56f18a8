import { expect, it } from 'vitest';
import { reachesOf } from './reach';

it('one chooses between what one sees: nothing, the branch, or the company', () => {
  expect(reachesOf({ reach: 'OWN' })).toEqual([]);
  expect(reachesOf({ reach: 'UNIT' })).toEqual(['MINE', 'BRANCH']);
  expect(reachesOf({ reach: 'COMPANY' })).toEqual(['MINE', 'BRANCH', 'ALL']);
});
