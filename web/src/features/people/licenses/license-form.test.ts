import { expect, test } from 'vitest';
import { changeOf, fieldOf, formOf, type LicenseForm, newOf, resolverOf } from './license-form';

const typed: LicenseForm = { ...formOf(null), unit: '7', stateCode: 'CA', number: 'CA-1', issuedOn: '2026-01-02' };
const problemsOf = async (form: LicenseForm, isNew: boolean) => {
  const { errors } = await resolverOf(isNew)(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('a new license needs a holder and a state, and can’t end before it starts', async () => {
  expect(await problemsOf(formOf(null), true)).toEqual({
    stateCode: 'Choose a state',
    unit: 'Choose a holder',
  });
  expect(await problemsOf({ ...formOf(null), kind: 'person', stateCode: 'TX' }, true)).toEqual({
    person: 'Choose a holder',
  });
  expect(await problemsOf({ ...typed, expiresOn: '2026-01-01' }, true)).toEqual({
    expiresOn: 'A license can’t expire before it is issued',
  });
  expect(await problemsOf({ ...formOf(null), stateCode: 'TX' }, false)).toEqual({});
});

test('the request has one holder and removes cleared values', () => {
  expect(newOf(typed)).toEqual({
    WizeOrgUnitId: 7,
    stateCode: 'CA',
    number: 'CA-1',
    issuedOn: '2026-01-02',
    expiresOn: null,
  });
  expect(newOf({ ...typed, kind: 'person', person: { id: 9, label: 'Avery Stone' } })).not.toHaveProperty(
    'WizeOrgUnitId',
  );
  expect(changeOf({ ...typed, issuedOn: '' })).toMatchObject({ issuedOn: null, isActive: true });
});

test('an error of the holder is shown at the field that was filled', () => {
  expect(fieldOf('holder', 'person')).toBe('person');
  expect(fieldOf('holder', 'unit')).toBe('unit');
  expect(fieldOf('number', 'unit')).toBe('number');
});
