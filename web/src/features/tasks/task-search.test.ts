import { expect, it } from 'vitest';
import { sortingOf, taskSearch, viewOf } from './task-search';

it('an address is read, and unknown values are dropped', () => {
  expect(taskSearch({ view: 'TEAM', status: 'DONE', task: '12', sort: 'UP', other: 1 })).toEqual({
    view: 'TEAM',
    status: 'DONE',
    task: 12,
  });
  const calendar = { as: 'calendar', on: '2026-11-30', span: 'week' };
  expect(taskSearch(calendar)).toEqual(calendar);
  expect(taskSearch({ as: 'tree', on: '2026-13-30', span: 'year' })).toEqual({});
  expect(taskSearch({ view: 'EVERY', task: '-1', status: 'TODO' })).toEqual({});
});

it('the default is the user’s own tasks by due date', () => {
  expect(viewOf({})).toBe('MINE');
  expect(sortingOf({})).toEqual({ orderBy: 'due', sort: 'ASC' });
  expect(sortingOf({ view: 'LOANS' })).toEqual({ orderBy: 'loan', sort: 'ASC' });
  expect(sortingOf({ status: 'DONE' })).toEqual({ orderBy: 'updated', sort: 'DESC' });
  expect(sortingOf({ view: 'LOANS', orderBy: 'due' })).toEqual({ orderBy: 'due', sort: 'ASC' });
});
