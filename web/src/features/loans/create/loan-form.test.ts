import { describe, expect, it } from 'vitest';
import type { UserOption } from '@/api/types';
import type { LoanRole } from '../team/slots';
import { beforeFile, emptyForm, type LoanForm, problemsOf, today } from './loan-form';

const option = (id: number, label: string, role: LoanRole = 'ORIGINATOR') => ({
  id,
  label,
  user: { id, WizeRoles: [] } as unknown as UserOption,
  role,
});
const officer = option(11, 'Dana Ruiz');
const withOfficer = { officer, team: {} };
const nobody = { officer: null, team: {} };
const maya: LoanForm = {
  ...emptyForm(withOfficer),
  firstName: 'Maya',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
};
const manual = { tab: 'manual', hasFile: false } as const;

describe('the manual form', () => {
  it('needs a first name, a last name, an email and a loan officer', () => {
    expect(problemsOf(manual, emptyForm(nobody))).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      officer: 'Loan Officer is required',
    });
    expect(problemsOf(manual, { ...maya, firstName: '   ' })).toHaveProperty('firstName');
    expect(problemsOf(manual, maya)).toEqual({});
  });

  it('needs a valid email', () => {
    expect(problemsOf(manual, { ...maya, email: '  ' })).toEqual({ email: 'Email is required' });
    expect(problemsOf(manual, { ...maya, email: 'abc' })).toEqual({ email: 'Please enter valid email' });
  });

  it('accepts an empty phone and refuses an invalid one', () => {
    expect(problemsOf(manual, { ...maya, phone: '' })).toEqual({});
    expect(problemsOf(manual, { ...maya, phone: '(415) 555-0132' })).toEqual({});
    expect(problemsOf(manual, { ...maya, phone: '(123' })).toHaveProperty('phone');
  });

  it('starts with Purchase and Primary Residence', () => {
    expect(emptyForm(nobody)).toMatchObject({ purpose: 'Purchase', usage: 'PrimaryResidence', state: null });
  });
});

describe('the team', () => {
  const paul = option(12, 'Paul Okafor', 'PROCESSOR');
  const rosa = option(13, 'Rosa Martinez', 'PROCESSOR');
  const twice = "Additional Processor can't be same as Processor";

  it('has no person twice in a pair, chosen or by default', () => {
    const both = { ...maya, team: { loanProcessor: paul, juniorLoanProcessor: paul } };
    expect(problemsOf(manual, both)).toEqual({ 'team.juniorLoanProcessor': twice });
    const withDefault = { ...manual, defaultsOf: () => ({ loanProcessor: paul }) };
    expect(problemsOf(withDefault, { ...maya, team: { juniorLoanProcessor: paul } })).toEqual({
      'team.juniorLoanProcessor': twice,
    });
    expect(problemsOf(withDefault, { ...maya, team: { loanProcessor: rosa, juniorLoanProcessor: paul } })).toEqual({});
    expect(problemsOf(withDefault, { ...maya, team: { loanProcessor: null, juniorLoanProcessor: paul } })).toEqual({});
  });

  it('is compared with the officer', () => {
    expect(problemsOf(manual, { ...maya, team: { juniorLoanOfficer: { ...officer, role: 'ORIGINATOR' } } })).toEqual({
      'team.juniorLoanOfficer': "Additional LO can't be same as Loan Officer",
    });
  });
});

describe('an import', () => {
  it('of an FNMA file needs only the team, the borrower comes from the file', () => {
    expect(problemsOf({ tab: 'fnma', hasFile: true }, emptyForm(withOfficer))).toEqual({});
    expect(problemsOf({ tab: 'fnma', hasFile: true }, emptyForm(nobody))).toEqual({
      officer: 'Loan Officer is required',
    });
  });

  it('of a MISMO file needs its type', () => {
    expect(problemsOf({ tab: 'mismo', hasFile: false }, emptyForm(withOfficer))).toEqual({
      importType: 'Choose Active or Closed',
    });
    expect(problemsOf({ tab: 'mismo', hasFile: true }, emptyForm(withOfficer, 'ACTIVE_LOAN'))).toEqual({});
  });

  it('of a closed loan needs the funded and the application date, none after today', () => {
    const closed = emptyForm(withOfficer, 'CLOSED_LOAN');
    const situation = { tab: 'mismo', hasFile: true } as const;
    expect(problemsOf(situation, closed)).toEqual({
      fundedDate: 'Funded Date is required',
      applicationDate: 'Application Date is required',
    });
    const dated = { ...closed, fundedDate: today(), applicationDate: '2026-01-05' };
    expect(problemsOf(situation, dated)).toEqual({});
    expect(problemsOf(situation, { ...dated, tridDate: '2999-01-01' })).toHaveProperty('tridDate');
  });
});

it('removing a file restores the values that it replaced', () => {
  const typed: LoanForm = { ...maya, state: 'CA', usage: 'SecondHome', purpose: 'Refinance' };
  const filled: LoanForm = {
    ...typed,
    firstName: 'Casey',
    suffix: 'Jr',
    state: 'NV',
    usage: 'Investment',
    purpose: 'Purchase',
    isProspect: true,
  };
  expect({ ...filled, ...beforeFile(typed) }).toEqual({ ...typed, isProspect: true });
});
