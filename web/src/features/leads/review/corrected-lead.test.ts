import { expect, it } from 'vitest';
import { correctedLead, formOf } from './corrected-lead';

const owner = { id: 7, userId: 3, orgUnitId: 2, label: 'Avery Stone' };

it('any submitted data produces a form', () => {
  for (const sent of [null, {}, { LeadContacts: 'Maya' }, { LeadContacts: [null], Notes: [7] }]) {
    expect(formOf(sent, owner, [])).toMatchObject({ firstName: '', email: '', leadAssignee: owner, note: '' });
  }
});

it('values that the form doesn’t show are kept', () => {
  const sent = {
    LeadScenario: { loanPurpose: 'Refinance', StateCode: 'TX', loanAmount: 'about 300k', propertyValue: '$400,000' },
    LeadContacts: [
      { firstName: 'Maya', cellPhone: '4155550132', isPrimary: true },
      { firstName: 'Theo', lastName: 'Ortiz' },
    ],
    LeadDetail: { LeadProviderId: 4 },
    Notes: [{ text: 'Call at noon', type: 'NOTE' }],
  };
  const form = { ...formOf(sent, owner, []), lastName: 'Ortiz', email: 'maya@ortiz.example', loanAmount: '300000' };
  expect(form).toMatchObject({ firstName: 'Maya', cellPhone: '(415) 555-0132', provider: '4', note: 'Call at noon' });
  const lead = correctedLead(sent, form);
  expect(lead.LeadScenario).toEqual({
    loanPurpose: 'Refinance',
    StateCode: 'TX',
    loanAmount: '300000',
    propertyValue: '$400,000',
  });
  expect(lead.LeadContacts).toEqual([
    { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@ortiz.example', cellPhone: '4155550132', isPrimary: true },
    { firstName: 'Theo', lastName: 'Ortiz', isPrimary: false },
  ]);
  expect(lead.LeadUsers).toEqual([{ WizeUserId: 3, WizeOrgUnitId: 2, isPrimary: true }]);
});
