import { expect, test } from 'vitest';
import { emptyForm, isReferralRequired, type LeadForm, problemsOf, referralKindOf } from './lead-form';

const person = (userId: number, orgUnitId = 1) => ({ id: 100 + userId, label: `Person ${userId}`, userId, orgUnitId });
const maya: LeadForm = {
  ...emptyForm(person(1)),
  firstName: 'Maya',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
};
const source = (type: string) => ({ id: 1, name: type, type });

test('a lead needs a name, an email and a primary owner @LEAD-38 @LEAD-39 @LEAD-40 @LEAD-44', () => {
  expect(problemsOf({ ...emptyForm(null), firstName: '  ' })).toEqual({
    firstName: 'First Name is required',
    lastName: 'Last Name is required',
    email: 'Email is required',
    leadAssignee: 'Primary Lead Owner is required',
  });
  expect(problemsOf(maya)).toEqual({});
  expect(problemsOf({ ...maya, email: 'abc' })).toEqual({ email: 'Please enter valid email' });
});

test('a phone number is valid or empty @LEAD-41', () => {
  expect(problemsOf({ ...maya, cellPhone: '(123' })).toEqual({ cellPhone: 'Please enter valid phone number' });
  expect(problemsOf({ ...maya, cellPhone: '(415) 555-0132' })).toEqual({});
});

test('owners are different users, even in different branches @LEAD-47 @LEAD-48 @LEAD-49', () => {
  expect(problemsOf({ ...maya, secondOwner: person(2), thirdOwner: person(3) })).toEqual({});
  expect(problemsOf({ ...maya, thirdOwner: person(1, 2) })).toEqual({
    leadAssignee: "Primary Lead Owner can't be same as others",
  });
  expect(problemsOf({ ...maya, secondOwner: person(2), thirdOwner: person(2, 3) })).toEqual({
    thirdOwner: "Additional Owner can't be same as others",
  });
});

test('three sources ask for a referral contact and two require it @LEAD-12 @LEAD-45', () => {
  expect(['BUSINESS_CONTACT', 'FRIEND_FAMILY', 'INTERNAL_CONTACT', 'WEBSITE'].map(source).map(referralKindOf)).toEqual([
    'business',
    'family',
    'internal',
    null,
  ]);
  expect(isReferralRequired(source('FRIEND_FAMILY'))).toBe(false);
  expect(problemsOf({ ...maya, source: source('INTERNAL_CONTACT') })).toEqual({
    referral: 'Referral contact is required',
  });
  expect(problemsOf({ ...maya, source: source('OTHER') })).toEqual({ otherSource: 'Describe the lead source' });
});
