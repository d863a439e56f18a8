import { expect, it } from 'vitest';
import { bodyOf, emptyCompany, fieldOf, slugOf } from './new-company';

it('a short name is derived from the name', () => {
  expect(slugOf('Lake Lending, LLC')).toBe('lake-lending-llc');
  expect(slugOf('  Büro & Co. ')).toBe('bu-ro-co');
  expect(slugOf('')).toBe('');
});

it('the request has the administrator as a separate object', () => {
  const form = {
    ...emptyCompany,
    name: ' Lake ',
    stateCode: 'MI',
    firstName: 'Ada',
    lastName: 'Cole',
    email: ' a@b.co ',
  };
  expect(bodyOf(form)).toMatchObject({
    name: 'Lake',
    nmlsId: null,
    stateCode: 'MI',
    admin: { firstName: 'Ada', lastName: 'Cole', email: 'a@b.co' },
  });
  expect(fieldOf('admin/email')).toBe('email');
  expect(fieldOf('host')).toBe('host');
});
