import type { components } from '@/api/schema';

export type LoanRole = components['schemas']['TeamMemberIn']['LoanRole'];

/** The roles of a loan's team, in the order of forms, in words; in one place so that they can be translated. */
const words: Record<LoanRole, string> = {
  PROCESSOR: 'Processor',
  CONTRACTPROCESSOR: 'Contract Processor',
  ASSISTANT: 'LOA',
  DISCLOSURE_DESK: 'Disclosure Desk',
  PAYROLL: 'Payroll',
  CLOSER: 'Closer',
  LOCK_DESK: 'Lock Desk',
  FUNDER: 'Funder',
  ORIGINATOR: 'Loan Officer',
};

export const loanRoles = Object.keys(words) as LoanRole[];

/** What somebody on a loan's team is called by slot: an officer beside the first one is an LO. */
export const roleName = (role: LoanRole, isPrimary: boolean): string =>
  isPrimary ? words[role] : `Additional ${role === 'ORIGINATOR' ? 'LO' : words[role]}`;
