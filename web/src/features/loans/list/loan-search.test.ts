import { expect, it } from 'vitest';
import { changed, cleared, isFiltered, loanSearch, sortingOf } from './loan-search';

it('an address is read, and unknown values are dropped', () => {
  expect(loanSearch({ string: 'ortiz', stage: '3', orderBy: 'amount', sort: 'DESC', after: 'k', loanId: '9' })).toEqual(
    {
      string: 'ortiz',
      stage: '3',
      orderBy: 'amount',
      sort: 'DESC',
      after: 'k',
      loanId: '9',
    },
  );
  expect(loanSearch({ orderBy: 'ssn', sort: 'up', assigneeType: 'EVERYBODY', string: '', page: 3 })).toEqual({});
});

it('the latest changes come first unless the address says otherwise', () => {
  expect(sortingOf({})).toEqual({ orderBy: 'updated', sort: 'DESC' });
  expect(sortingOf({ orderBy: 'borrower' })).toEqual({ orderBy: 'borrower', sort: 'ASC' });
  expect(sortingOf({ orderBy: 'amount', sort: 'DESC' })).toEqual({ orderBy: 'amount', sort: 'DESC' });
});

it('a new filter starts at the first page', () => {
  expect(changed({ after: 'k', stage: '3' }, { string: 'ortiz' })).toEqual({ stage: '3', string: 'ortiz' });
  expect(changed({ stage: '3' }, { stage: undefined })).toEqual({});
});

it('clearing the filters keeps sorting and columns', () => {
  const search = { string: 'x', stage: '3', assigneeType: 'MINE', orderBy: 'amount', columns: 'number' } as const;
  expect(cleared(search)).toEqual({ orderBy: 'amount', columns: 'number' });
  expect(isFiltered(search)).toBe(true);
  expect(isFiltered({ assigneeType: 'ALL', orderBy: 'amount' })).toBe(false);
});
