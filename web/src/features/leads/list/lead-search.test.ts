import { expect, it } from 'vitest';
import { changed, cleared, isFiltered, leadSearch, sortingOf } from './lead-search';

it('an address is read, and unknown values are dropped', () => {
  const search = { string: 'ortiz', status: '3', source: '4', unworked: 'true', orderBy: 'name', view: 'board' };
  expect(leadSearch(search)).toEqual(search);
  expect(leadSearch({ orderBy: 'ssn', sort: 'up', unworked: 'no', assigneeType: 'EVERYBODY', page: 3 })).toEqual({});
});

it('the latest changes come first unless the address says otherwise', () => {
  expect(sortingOf({})).toEqual({ orderBy: 'updated', sort: 'DESC' });
  expect(sortingOf({ orderBy: 'name' })).toEqual({ orderBy: 'name', sort: 'ASC' });
  expect(sortingOf({ string: 'ortiz' })).toEqual({ orderBy: 'closest', sort: 'ASC' });
  expect(sortingOf({ string: 'ortiz', orderBy: 'updated' })).toEqual({ orderBy: 'updated', sort: 'DESC' });
});

it('a new filter starts at the first page, and clearing keeps sorting and columns', () => {
  expect(changed({ after: 'k', status: '3' }, { string: 'ortiz' })).toEqual({ status: '3', string: 'ortiz' });
  const search = { unworked: 'true', source: '3', assigneeType: 'MINE', orderBy: 'name', columns: 'name' } as const;
  expect(cleared(search)).toEqual({ orderBy: 'name', columns: 'name' });
  expect(isFiltered(search)).toBe(true);
  expect(isFiltered({ assigneeType: 'ALL', orderBy: 'name' })).toBe(false);
});
