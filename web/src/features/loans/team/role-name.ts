import type { Loan } from '@/api/types';
import { texts } from './texts';

type Role = Loan['team'][number]['LoanRole'];

/** What somebody on a loan's team is called by slot: an officer beside the first one is an LO. */
export const roleName = (role: Role, isPrimary: boolean): string =>
  isPrimary ? texts.roles[role] : texts.additional(role === 'ORIGINATOR' ? 'LO' : texts.roles[role]);
