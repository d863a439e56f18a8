import type { components } from '@/api/schema';
import type { Loan } from '@/api/types';
import type { Option } from '@/shared/ui/async-select';
import { type LoanRole, type Pair, pairs, type SlotName, slotNames } from './slots';
import type { OtherUsers } from './team';

export type SlotChange = components['schemas']['TeamSlotChange'];
export type LoanTeamMember = Loan['team'][number];

/** A team member with role. `user` is known only for members found by a search. */
export type Person = Option & { role: LoanRole; user?: { id: number } };

/** The member in each slot, or null. */
export type Filled = Partial<Record<SlotName, Person | null>>;

const pairOf = (role: LoanRole): Pair | undefined =>
  pairs.find(({ roles }) => (roles as readonly LoanRole[]).includes(role));

export const person = ({ LoanRole, WizeUserOrgUnitId, name, branchName }: LoanTeamMember): Person => ({
  id: WizeUserOrgUnitId,
  label: name,
  role: LoanRole,
  ...(branchName ? { under: branchName } : {}),
  ...(LoanRole === 'CONTRACTPROCESSOR' ? { badge: 'Contract' } : {}),
});

/** A loan's team by slot. */
export function filledBy(team: readonly LoanTeamMember[]): Filled {
  const entries = team.flatMap((member) => {
    const pair = pairOf(member.LoanRole);
    return pair ? [[member.primary ? pair.primary : pair.junior, person(member)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The changed slots, with the members that were seen. */
export const changesOf = (seen: Filled, chosen: Filled): SlotChange[] =>
  slotNames.flatMap((slot) => {
    const [from, to] = [seen[slot] ?? null, chosen[slot] === undefined ? (seen[slot] ?? null) : chosen[slot]];
    if (from?.id === to?.id) return [];
    const given = to && { LoanRole: to.role, WizeUserOrgUnitId: to.id };
    return [{ slot, from: from?.id ?? null, to: given }];
  });

/** The members other than the officer, for the check of the team. */
export const othersOf = (filled: Filled): OtherUsers => ({
  loanAssistant: null,
  ProcessorUser: null,
  ProcessorOrgUnitId: null,
  WizeUsers: slotNames.flatMap((slot) => {
    const one = slot === 'loanOfficer' ? null : filled[slot];
    return one ? [{ LoanRole: one.role, primary: !slot.startsWith('junior'), WizeUserOrgUnitId: one.id }] : [];
  }),
});
