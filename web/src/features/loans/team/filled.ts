import type { components } from '@/api/schema';
import type { Loan } from '@/api/types';
import type { Option } from '@/shared/ui/async-select';
import { type LoanRole, type Pair, pairs, type SlotName, slotNames } from './slots';
import type { OtherUsers } from './team';

export type SlotChange = components['schemas']['TeamSlotChange'];
export type Standing = Loan['team'][number];

/** Somebody in a slot, and as what. `user` is known of whom one has just found. */
export type Person = Option & { role: LoanRole; user?: { id: number } };

/** Who is in which slot; nobody where it is empty. */
export type Filled = Partial<Record<SlotName, Person | null>>;

const pairOf = (role: LoanRole): Pair | undefined =>
  pairs.find(({ roles }) => (roles as readonly LoanRole[]).includes(role));

export const person = ({ LoanRole, WizeUserOrgUnitId, name, branchName }: Standing): Person => ({
  id: WizeUserOrgUnitId,
  label: name,
  role: LoanRole,
  ...(branchName ? { under: branchName } : {}),
  ...(LoanRole === 'CONTRACTPROCESSOR' ? { badge: 'Contract' } : {}),
});

/** The team of a loan by slots. */
export function filledBy(team: readonly Standing[]): Filled {
  const entries = team.flatMap((member) => {
    const pair = pairOf(member.LoanRole);
    return pair ? [[member.primary ? pair.primary : pair.junior, person(member)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The slots in which somebody else shall stand, with who was seen there. */
export const changesOf = (seen: Filled, chosen: Filled): SlotChange[] =>
  slotNames.flatMap((slot) => {
    const [from, to] = [seen[slot] ?? null, chosen[slot] === undefined ? (seen[slot] ?? null) : chosen[slot]];
    if (from?.id === to?.id) return [];
    const given = to && { LoanRole: to.role, WizeUserOrgUnitId: to.id };
    return [{ slot, from: from?.id ?? null, to: given }];
  });

/** Everybody beside the officer, as they are sent to be looked at. */
export const othersOf = (filled: Filled): OtherUsers => ({
  loanAssistant: null,
  ProcessorUser: null,
  ProcessorOrgUnitId: null,
  WizeUsers: slotNames.flatMap((slot) => {
    const one = slot === 'loanOfficer' ? null : filled[slot];
    return one ? [{ LoanRole: one.role, primary: !slot.startsWith('junior'), WizeUserOrgUnitId: one.id }] : [];
  }),
});
