import { expect, test } from 'vitest';
import { type ContactForm, contactOf, contactResolver, fieldOf, formOf } from './contact-form';

const problemsOf = async (form: ContactForm) => {
  const { errors } = await contactResolver(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('a contact needs a name, a category and a valid email', async () => {
  expect(await problemsOf({ ...formOf(null), email: 'x' })).toEqual({
    firstName: 'First Name is required',
    lastName: 'Last Name is required',
    email: 'Please enter valid email',
    category: 'Choose a category',
  });
});

test('the request has a ten-digit phone number and removes a cleared company', () => {
  const typed = { ...formOf(null), firstName: ' Naomi ', lastName: 'Park', phone: '(415) 555-0141', category: '7' };
  expect(contactOf(typed, null)).toEqual({
    firstName: 'Naomi',
    lastName: 'Park',
    email: '',
    phone: '4155550141',
    category: 7,
    BusinessContactCompanyId: 0,
    ownerId: null,
  });
  expect(contactOf(typed, 3).BusinessContactCompanyId).toBe(3);
  expect(fieldOf('BusinessContactCompanyId')).toBe('company');
});
