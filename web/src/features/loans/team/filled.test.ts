import { describe, expect, it } from 'vitest';
import { changesOf, type Filled, filledBy, type Person } from './filled';

const one = (id: number, role: Person['role']): Person => ({ id, label: `No. ${id}`, role });
const seen: Filled = {
  loanOfficer: one(1, 'ORIGINATOR'),
  loanProcessor: one(3, 'PROCESSOR'),
  loanOfficerAssistant: one(2, 'ASSISTANT'),
};

describe('a changed team', () => {
  it('sends the changed slots with the members that were seen', () => {
    const chosen: Filled = {
      loanProcessor: one(4, 'CONTRACTPROCESSOR'),
      loanOfficerAssistant: null,
      juniorLOA: one(2, 'ASSISTANT'),
      loanOfficer: one(1, 'ORIGINATOR'),
      Closer: null,
    };
    expect(changesOf(seen, chosen)).toEqual([
      { slot: 'loanProcessor', from: 3, to: { LoanRole: 'CONTRACTPROCESSOR', WizeUserOrgUnitId: 4 } },
      { slot: 'loanOfficerAssistant', from: 2, to: null },
      { slot: 'juniorLOA', from: null, to: { LoanRole: 'ASSISTANT', WizeUserOrgUnitId: 2 } },
    ]);
    expect(changesOf(seen, {})).toEqual([]);
  });

  it('identifies members by slot, with contract processors among the processors', () => {
    const member = (LoanRole: Person['role'], primary: boolean, id: number) => ({
      LoanRole,
      primary,
      WizeUserOrgUnitId: id,
      name: `No. ${id}`,
      branchName: 'Bayside',
    });
    const filled = filledBy([
      member('ORIGINATOR', true, 1),
      member('CONTRACTPROCESSOR', false, 4),
      member('ASSISTANT', false, 2),
    ]);
    expect(Object.keys(filled)).toEqual(['loanOfficer', 'juniorLoanProcessor', 'juniorLOA']);
    expect(filled.juniorLoanProcessor).toMatchObject({ id: 4, label: 'No. 4', under: 'Bayside', badge: 'Contract' });
  });
});
