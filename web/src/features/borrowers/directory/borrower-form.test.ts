import { expect, test } from 'vitest';
import { type BorrowerForm, borrowerOf, borrowerResolver, fieldOf, formOf } from './borrower-form';

const problemsOf = async (form: BorrowerForm) => {
  const { errors } = await borrowerResolver(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('a borrower needs a first and a last name', async () => {
  expect(await problemsOf({ ...formOf(null), email: 'x' })).toEqual({
    firstName: 'First Name is required',
    lastName: 'Last Name is required',
    email: 'Please enter valid email',
  });
});

test('the request uses the keys of the specification, and an error finds its field', () => {
  const typed = { ...formOf(null), firstName: ' Maya ', lastName: 'Ortiz', phone: '+1 415 555 0132', stateCode: 'CA' };
  expect(borrowerOf(typed)).toMatchObject({
    FirstName: 'Maya',
    LastName: 'Ortiz',
    CellPhone: '4155550132',
    address: { stateCode: 'CA', line: '' },
  });
  expect([fieldOf('CellPhone'), fieldOf('address/postalCode')]).toEqual(['phone', 'postalCode']);
});
