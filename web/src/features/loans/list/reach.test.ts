import { expect, it } from 'vitest';
import { reachesOf } from './reach';

it('the choices depend on the access scope: none, branch, or company', () => {
  expect(reachesOf({ reach: 'OWN' })).toEqual([]);
  expect(reachesOf({ reach: 'UNIT' })).toEqual(['MINE', 'BRANCH']);
  expect(reachesOf({ reach: 'COMPANY' })).toEqual(['MINE', 'BRANCH', 'ALL']);
});
