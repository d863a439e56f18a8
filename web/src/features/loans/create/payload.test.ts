// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { ImportResult, UserOption } from '@/api/types';
import type { LoanRole } from '../team/slots';
import type { TeamOption } from '../team/team';
import { emptyForm } from './loan-form';
import { fieldsOfFile, newLoan, newLoanFromFile } from './payload';

const userOf = (id: number) =>
  ({
    id,
    WizeUserOrgUnitId: id,
    firstName: 'Paul',
    WizeRoles: [],
    isContractProcessor: false,
  }) as unknown as UserOption;
const member = (id: number, role: LoanRole): TeamOption => ({ id, label: 'Paul', user: userOf(id), role });

const form = {
  ...emptyForm({ officer: { id: 11, label: 'Dana Ruiz', user: userOf(11) }, team: {} }),
  firstName: ' Maya ',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
};

it('a loan is sent with the keys of the specification', () => {
  expect(newLoan({ ...form, phone: '(415) 555-0132', state: 'CA' }, {})).toEqual({
    PrimaryBorrower: { email: 'maya.ortiz@example.com', firstName: 'Maya', lastName: 'Ortiz', phone: '4155550132' },
    isProspect: false,
    inviteBorrower: false,
    validate: false,
    fileVersion: 'URLA_2021',
    LoanPurposeType: 'Purchase',
    StateCode: 'CA',
    PropertyUsageType: 'PrimaryResidence',
    LoanOfficerId: 11,
    otherUsers: { loanAssistant: null, WizeUsers: [], ProcessorUser: null, ProcessorOrgUnitId: null },
  });
  expect(newLoan(form, {}).PrimaryBorrower.phone).toBeNull();
  expect(newLoan({ ...form, suffix: ' Jr ' }, {}).PrimaryBorrower).toMatchObject({ lastName: 'Ortiz', suffix: 'Jr' });
});

it('the team is sent with fields, role and slot of each member, and processor and assistant have separate keys', () => {
  const team = {
    loanProcessor: member(21, 'CONTRACTPROCESSOR'),
    juniorLoanProcessor: member(22, 'PROCESSOR'),
    loanOfficerAssistant: member(23, 'ASSISTANT'),
    juniorCloser: member(24, 'CLOSER'),
    Funder: null,
  };
  const { loanAssistant, ProcessorUser, WizeUsers } = newLoan(form, team).otherUsers ?? {};
  expect(ProcessorUser).toEqual({ ...userOf(21), LoanRole: 'CONTRACTPROCESSOR', primary: true });
  expect(loanAssistant).toMatchObject({ id: 23, LoanRole: 'ASSISTANT', primary: true });
  expect(WizeUsers).toMatchObject([
    { id: 22, LoanRole: 'PROCESSOR', primary: false, firstName: 'Paul' },
    { id: 24, LoanRole: 'CLOSER', primary: false },
  ]);
});

it('an import includes its file, and only a closed loan has dates', () => {
  expect(newLoanFromFile(form, {}, 'f')).not.toHaveProperty('importType');
  const active = newLoanFromFile({ ...form, importType: 'ACTIVE_LOAN', fundedDate: '2026-01-05' }, {}, 'f');
  expect(active).toMatchObject({ fileId: 'f', importType: 'ACTIVE_LOAN' });
  expect(active).not.toHaveProperty('fundedDate');
  expect(active).not.toHaveProperty('NonDelegatedCorrespondentLoan');
  const closed = {
    ...form,
    importType: 'CLOSED_LOAN',
    fundedDate: '2026-01-05',
    applicationDate: '2025-12-01',
  } as const;
  expect(newLoanFromFile(closed, {}, 'f')).toMatchObject({
    importType: 'CLOSED_LOAN',
    fundedDate: '2026-01-05',
    applicationDate: '2025-12-01',
    docSignedDate: null,
    tridDate: null,
  });
  expect(newLoanFromFile(closed, {}, 'f')).not.toHaveProperty('NonDelegatedCorrespondentLoan');
  expect(newLoanFromFile({ ...closed, isBrokered: false }, {}, 'f')).toHaveProperty(
    'NonDelegatedCorrespondentLoan',
    false,
  );
});

it('a file fills the form with its first borrower, state, usage and purpose', () => {
  const result: ImportResult = {
    fileId: 'f',
    leads: { rows: [] },
    loanInfo: {
      borrowers: [{ firstName: 'Ken', lastName: 'Customer', email: null, phone: '4155550118' }],
      amount: '300000.00',
      purpose: 'Refinance',
    },
    loanApplication: { Property: { state: 'CA' }, PurposeOfLoan: { residenceTypeText: 'Investment' } },
    warnings: [],
    issues: [],
    tridMissing: [],
  };
  expect(fieldsOfFile(result)).toEqual({
    trid: null,
    firstName: 'Ken',
    lastName: 'Customer',
    email: '',
    phone: '(415) 555-0118',
    purpose: 'Refinance',
    state: 'CA',
    usage: 'Investment',
  });
});
