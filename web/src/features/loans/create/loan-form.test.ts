import { describe, expect, it } from 'vitest';
import { emptyForm, type LoanForm, problemsOf, today } from './loan-form';

const officer = { id: 11, label: 'Dana Ruiz' };
const maya: LoanForm = {
  ...emptyForm(officer),
  firstName: 'Maya',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
};
const manual = { tab: 'manual', hasFile: false } as const;

describe('the manual form', () => {
  it('needs a first name, a last name, an email and a loan officer', () => {
    expect(problemsOf(manual, emptyForm(null))).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      officer: 'Loan Officer is required',
    });
    expect(problemsOf(manual, { ...maya, firstName: '   ' })).toHaveProperty('firstName');
    expect(problemsOf(manual, maya)).toEqual({});
  });

  it('needs an email that is one', () => {
    expect(problemsOf(manual, { ...maya, email: '  ' })).toEqual({ email: 'Email is required' });
    expect(problemsOf(manual, { ...maya, email: 'abc' })).toEqual({ email: 'Please enter valid email' });
  });

  it('takes no phone, and no phone that can’t be called', () => {
    expect(problemsOf(manual, { ...maya, phone: '' })).toEqual({});
    expect(problemsOf(manual, { ...maya, phone: '(415) 555-0132' })).toEqual({});
    expect(problemsOf(manual, { ...maya, phone: '(123' })).toHaveProperty('phone');
  });

  it('begins with Purchase and Primary Residence', () => {
    expect(emptyForm(null)).toMatchObject({ purpose: 'Purchase', usage: 'PrimaryResidence', state: null });
  });
});

describe('an import', () => {
  it('of an FNMA file needs only the team, the borrower comes from the file', () => {
    expect(problemsOf({ tab: 'fnma', hasFile: true }, emptyForm(officer))).toEqual({});
    expect(problemsOf({ tab: 'fnma', hasFile: true }, emptyForm(null))).toEqual({
      officer: 'Loan Officer is required',
    });
  });

  it('of a MISMO file needs its type', () => {
    expect(problemsOf({ tab: 'mismo', hasFile: false }, emptyForm(officer))).toEqual({
      importType: 'Choose Active or Closed',
    });
    expect(problemsOf({ tab: 'mismo', hasFile: true }, emptyForm(officer, 'ACTIVE_LOAN'))).toEqual({});
  });

  it('of a closed loan needs the funded and the application date, none after today', () => {
    const closed = emptyForm(officer, 'CLOSED_LOAN');
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
