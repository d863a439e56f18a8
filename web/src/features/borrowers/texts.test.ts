import { expect, test } from 'vitest';
import { texts } from './texts';

test('matching fields are listed in words @DUP-03', () => {
  expect(texts.agreed([{ field: 'Email', equal: true }])).toBe('same email');
  expect(
    texts.agreed([
      { field: 'Phone', equal: true },
      { field: 'FirstName', equal: false },
      { field: 'LastName', equal: true },
    ]),
  ).toBe('same phone, last name; similar first name');
});
