import { expect, it } from 'vitest';
import { comparableOf, nothingTyped } from './comparable';

const typed = { firstName: '', lastName: '', email: '', phone: '' };

it('a search needs a first name with three letters of the last, a whole email or a whole phone number', () => {
  expect(comparableOf({ ...typed, firstName: 'Maya', lastName: 'Or' })).toBeNull();
  expect(comparableOf({ ...typed, lastName: 'Ortiz' })).toBeNull();
  expect(comparableOf({ ...typed, email: 'maya@example', phone: '415' })).toBeNull();
  const name = { FirstName: 'Maya', LastName: 'Ort' };
  expect(comparableOf({ ...typed, firstName: ' Maya', lastName: 'Ort' })).toEqual({ ...nothingTyped, ...name });
  const lives = { Email: 'maya@example.com', Street: '1 Elm', PostalCode: '94610' };
  expect(comparableOf({ ...typed, email: 'maya@example.com', street: ' 1 Elm ', postalCode: '94610' })).toEqual({
    ...nothingTyped,
    ...lives,
  });
  const phone = comparableOf({ ...typed, phone: '(415) 555-0132' });
  expect(phone).toEqual({ ...nothingTyped, CellPhone: '4155550132' });
});
