import { expect, it } from 'vitest';
import { chosenOf, mappingOf, problemOf } from './mapping';

it('converting columns to a mapping and back changes nothing', () => {
  const mapping = { FIRST_NAME: 2, EMAIL: 0 };
  const chosen = chosenOf(['Mail', 'Score', 'First'], mapping);
  expect(chosen).toEqual(['EMAIL', null, 'FIRST_NAME']);
  expect(mappingOf(chosen)).toEqual(mapping);
});

it('a mapping without a name or an address is an error', () => {
  expect(problemOf(['EMAIL', null, 'FIRST_NAME'])).toBe('Choose the column for Last Name.');
  expect(problemOf([null])).toBe('Choose the column for First Name, Last Name, Email.');
  expect(problemOf(['EMAIL', 'NAME', 'EMAIL'])).toBe('Email is chosen twice.');
  expect(problemOf(['EMAIL', 'NAME'])).toBeNull();
});
