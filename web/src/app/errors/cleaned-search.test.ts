import { expect, it } from 'vitest';
import { cleanedSearch } from './cleaned-search';

it('a request about loans drops the loan from the address', () => {
  expect(cleanedSearch('/api/loans?limit=25', { loanId: '9', stage: '3' })).toEqual({ stage: '3' });
});

it('a request about a user drops the assignee and asks for all users', () => {
  const search = { assigneeId: '7', assigneeType: 'USER', string: 'ortiz' };
  expect(cleanedSearch('/api/tasks?assigneeType=USER&assigneeId=7', search)).toEqual({
    assigneeType: 'ALL',
    string: 'ortiz',
  });
});

it('an address with nothing to clean stays the same', () => {
  const search = { stage: '3' };
  expect(cleanedSearch('/api/loans', search)).toBe(search);
  expect(cleanedSearch('/api/users/search', search)).toBe(search);
});
