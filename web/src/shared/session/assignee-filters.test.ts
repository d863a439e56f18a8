import { expect, it } from 'vitest';
import { assigneeFiltersOf } from './assignee-filters';

it('the choices depend on the access scope: none, branch, or company', () => {
  expect(assigneeFiltersOf({ reach: 'OWN' })).toEqual([]);
  expect(assigneeFiltersOf({ reach: 'UNIT' })).toEqual(['MINE', 'BRANCH']);
  expect(assigneeFiltersOf({ reach: 'COMPANY' })).toEqual(['MINE', 'BRANCH', 'ALL']);
});
