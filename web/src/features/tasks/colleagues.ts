import { loadMembers } from '@/features/people/officers';

/** Everybody who works on loans or leads, and who runs a branch or the company. */
export const loadColleagues = loadMembers([
  'ORIGINATOR',
  'PROCESSOR',
  'CONTRACTPROCESSOR',
  'ASSISTANT',
  'DISCLOSURE_DESK',
  'PAYROLL',
  'CLOSER',
  'LOCK_DESK',
  'FUNDER',
  'LOANADMIN',
  'ADMINISTRATOR',
  'BRANCHADMIN',
  'ASSOCIATEADMIN',
  'COMPANYADMIN',
]);
