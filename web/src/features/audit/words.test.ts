import { expect, it } from 'vitest';
import { actionName, entityName, fieldName, recordName } from './words';

it('codes are said in words', () => {
  expect(actionName('loan.create')).toBe('Loan created');
  expect(actionName('second-factor.reset-request')).toBe('Second factor: reset request');
  expect(actionName('login.end-all')).toBe('Sign-in ended everywhere');
  expect(actionName('sweep')).toBe('Sweep');
  expect(entityName('org_unit')).toBe('Organization');
  expect(actionName('org-unit.edit')).toBe('Organization edited');
  expect(fieldName(['loginsEnded'])).toBe('Logins ended');
  expect(fieldName(['holidays', '0', 'date'])).toBe('Holidays › 1 › Date');
});

it('a record is told by its kind and id, a person by name', () => {
  const people = [{ id: 7, name: 'Avery Stone' }];
  expect(recordName('loan', '31', people)).toBe('Loan 31');
  expect(recordName('user', '7', people)).toBe('Avery Stone');
  expect(recordName('user', '8', people)).toBe('Person 8');
  expect(recordName('login', '018f0000-0000-7000-8000-00000000dead', people)).toBe('Sign-in 018f0000…');
});
