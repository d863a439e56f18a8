import { beforeEach, expect, test } from 'vitest';
import { storeContactFilters, storedContactFilters } from './contact-filters';

beforeEach(() => sessionStorage.clear());

test('each list keeps its own filters under one key', () => {
  storeContactFilters('contacts', { category: '7', string: undefined });
  storeContactFilters('borrowers', { string: 'ortiz' });
  expect(JSON.parse(sessionStorage.getItem('contactListFilters') ?? '')).toEqual({
    contacts: { category: '7' },
    borrowers: { string: 'ortiz' },
  });
  expect(storedContactFilters('contacts')).toEqual({ category: '7' });
});

test('invalid stored text is ignored', () => {
  for (const text of ['{', '[]', 'null', '{"contacts":{"category":7}}']) {
    sessionStorage.setItem('contactListFilters', text);
    expect(storedContactFilters('contacts')).toEqual({});
  }
});
