import { loadMembers } from '@/features/people/officers';

/** Users who can have tasks: all who work on loans or leads, and admins of branches and the company. */
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
