import { expect, it } from 'vitest';
import { auditSearch, isFiltered, queryOf } from './audit-search';

it('an address is read, and what it does not understand is left out', () => {
  const search = {
    from: '2026-11-01',
    to: '2026-11-21',
    person: '7',
    action: 'loan.lock',
    entity: 'loan',
    entityId: 31,
  };
  expect(auditSearch(search)).toEqual({ ...search, entityId: '31' });
  expect(auditSearch({ from: 'soon', to: '', person: 'Avery', entityId: '31', page: 3 })).toEqual({});
});

it('the server is asked for the same', () => {
  expect(queryOf({ person: '7', action: 'loan.lock' })).toEqual({ person: 7, action: 'loan.lock' });
  expect(queryOf({ view: 'reveals', actingFor: '8', field: 'noteRate' })).toEqual({
    reveals: true,
    actingFor: 8,
    field: 'noteRate',
  });
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ view: 'reveals' })).toBe(false);
  expect(isFiltered({ person: '7' })).toBe(true);
});
