import type { components } from '@/api/schema';

export type LoanRole = components['schemas']['TeamMemberIn']['LoanRole'];

/** Names of the roles of a loan's team, in the order of forms. */
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

/** The name of a team member's slot. A second originator is an Additional LO. */
export const roleName = (role: LoanRole, isPrimary: boolean): string =>
  isPrimary ? words[role] : `Additional ${role === 'ORIGINATOR' ? 'LO' : words[role]}`;
