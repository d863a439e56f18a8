// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { peopleSearch } from './people-search';

it('an address is read, and unknown values are dropped', () => {
  expect(peopleSearch({ searchOption: 'user', searchValue: 'Smith', offset: '25' })).toEqual({
    searchOption: 'user',
    searchValue: 'Smith',
    offset: '25',
  });
  expect(peopleSearch({ searchOption: 'ssn', searchValue: '', offset: '-1', more: 'x' })).toEqual({});
});
