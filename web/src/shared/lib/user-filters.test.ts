// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { forgetUserFilters, keepUserFilters, userFilters } from './user-filters';

beforeEach(() => localStorage.clear());

it('each list keeps its own filters', () => {
  keepUserFilters('loans', { stage: '4', assigneeType: undefined });
  keepUserFilters('leads', { status: 'NEW' });
  expect(userFilters('loans')).toEqual({ stage: '4' });
  keepUserFilters('loans', {});
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
