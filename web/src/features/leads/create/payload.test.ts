import { expect, test } from 'vitest';
import { emptyForm } from './lead-form';
import { comparable, newLead } from './payload';

const owner = (userId: number) => ({ id: 100 + userId, label: `Person ${userId}`, userId, orgUnitId: 5 });
const now = new Date('2026-11-20T17:04:05Z');
const maya = {
  ...emptyForm(owner(1)),
  firstName: ' Maya ',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
  cellPhone: '(415) 555-0132',
};

test('a lead is sent under the keys of the specification @LEAD-21 @LEAD-22 @LEAD-26 @LEAD-27', () => {
  expect(newLead({ ...maya, thirdOwner: owner(3), note: 'Call after five' }, now)).toEqual({
    LeadScenario: { loanPurpose: 'Purchase' },
    LeadContacts: [
      {
        firstName: 'Maya',
        lastName: 'Ortiz',
        email: 'maya.ortiz@example.com',
        cellPhone: '4155550132',
        isPrimary: true,
      },
    ],
    LeadDetail: { LeadProviderId: null },
    LeadReferral: { LeadSourceId: null, otherSourceDesc: null },
    LeadUsers: [
      { WizeUserId: 1, WizeOrgUnitId: 5, isPrimary: true },
      { WizeUserId: 3, WizeOrgUnitId: 5, isPrimary: false },
    ],
    Notes: [{ text: 'Call after five', type: 'NOTE', metadata: { creationDate: '2026-11-20T17:04:05.000Z' } }],
  });
  expect(newLead(maya, now)).not.toHaveProperty('Notes');
  const wanted = {
    ...maya,
    purpose: 'Refinance',
    state: 'NV',
    loanAmount: ' 320,000 ',
    propertyValue: '400,000',
  } as const;
  expect(newLead(wanted, now).LeadScenario).toEqual({
    loanPurpose: 'Refinance',
    StateCode: 'NV',
    loanAmount: '320,000',
    propertyValue: '400,000',
  });
});

test('the referral contact is sent under the key of its kind @LEAD-25', () => {
  const referred = (type: string) =>
    newLead({ ...maya, source: { id: 7, name: type, type }, referral: { id: 9, label: 'Ana' } }, now).LeadReferral;
  expect(referred('BUSINESS_CONTACT')).toEqual({ LeadSourceId: 7, otherSourceDesc: null, BusinessContactId: 9 });
  expect(referred('FRIEND_FAMILY')).toEqual({ LeadSourceId: 7, otherSourceDesc: null, WizeBorrowerId: 9 });
  expect(referred('INTERNAL_CONTACT')).toEqual({ LeadSourceId: 7, otherSourceDesc: null, WizeUserId: 9 });
  expect(referred('WEBSITE')).toEqual({ LeadSourceId: 7, otherSourceDesc: null });
});

test('incomplete values are not compared', () => {
  const nobody = { firstName: '', lastName: '', email: '', cellPhone: '' };
  expect(comparable({ ...nobody, firstName: 'Maya', lastName: 'Or', email: 'maya@', cellPhone: '(415' })).toEqual([]);
  expect(comparable({ ...nobody, firstName: 'Maya', lastName: 'Ort' })).toEqual([
    { firstName: 'Maya', lastName: 'Ort', isPrimary: true },
  ]);
  expect(comparable({ ...nobody, cellPhone: '(415) 555-0132' })).toEqual([
    { cellPhone: '4155550132', isPrimary: true },
  ]);
});
