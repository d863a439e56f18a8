// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { forgetUserFilters, storeUserFilters, userFilters } from './user-filters';

beforeEach(() => localStorage.clear());

it('each list keeps its own filters', () => {
  storeUserFilters('loans', { stage: '4', assigneeType: undefined });
  storeUserFilters('leads', { status: 'NEW' });
  expect(userFilters('loans')).toEqual({ stage: '4' });
  storeUserFilters('loans', {});
  expect(userFilters('loans')).toEqual({});
  expect(userFilters('leads')).toEqual({ status: 'NEW' });
  forgetUserFilters();
  expect(userFilters('leads')).toEqual({});
});

it('invalid stored filters are ignored', () => {
  for (const text of ['nonsense', 'null', '7', '{"loans":null}']) {
    localStorage.setItem('userFilters', text);
    expect(userFilters('loans')).toEqual({});
  }
});
