import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { NewLoan, User, UserOption } from '@/api/types';
import { loadMembers, type MemberOption, memberOption, ownOption } from '@/features/people/officers';
import type { LoadOptions } from '@/shared/ui/async-select';
import { type LoanRole, ownSlot, type Pair, prefill, type SlotName, slotNames } from './slots';

/** A picker option for a team member, with role. */
export type TeamOption = MemberOption & { role: LoanRole };

/** Members by slot, without the officer. Null if cleared, absent if untouched. */
export type Team = Partial<Record<SlotName, TeamOption | null>>;

type Entry = components['schemas']['TeamMember'];
export type OtherUsers = NonNullable<NewLoan['otherUsers']>;
type Member = NonNullable<OtherUsers['WizeUsers']>[number];

/** An officer's default team. */
export const defaultTeamQuery = (officer: number) =>
  queryOptions({
    queryKey: ['loan-teams', 'of', officer],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/user-org-units/{id}/loan-team', { params: { path: { id: officer } }, signal })),
    meta: { quiet: true },
  });

/** States in which a user is licensed today. */
export const licensesOfQuery = (user: number) =>
  queryOptions({
    queryKey: ['licenses', 'of', user],
    queryFn: ({ signal }) => {
      const params = { path: { id: user }, query: { includeExpired: false } };
      return answer(api.GET('/api/users/{id}/licenses', { params, signal }));
    },
    meta: { quiet: true },
  });

/** Whether the creator of a loan with this team could open it. */
export const teamCheckQuery = (LoanOfficerId: number, otherUsers: OtherUsers) =>
  queryOptions({
    queryKey: ['loans', 'check-team', LoanOfficerId, otherUsers],
    queryFn: ({ signal }) => answer(api.POST('/api/loans/check-team', { body: { LoanOfficerId, otherUsers }, signal })),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Finds users for a pair's slots. Processors must be allowed to work for the officer. */
export const loadForPair = (pair: Pair, officer: number | undefined): LoadOptions<TeamOption> => {
  const isOfProcessors = pair.primary === 'loanProcessor';
  const load = loadMembers(pair.roles, isOfProcessors && officer ? { loanOfficerId: officer } : {});
  return async (asked, signal) => {
    const { options, count } = await load(asked, signal);
    return { options: options.map((option) => ({ ...option, role: roleIn(pair, option.user) })), count };
  };
};

/** A user's role in a pair's slot. */
function roleIn(pair: Pair, user: UserOption): LoanRole {
  if (pair.primary !== 'loanProcessor') return pair.roles[0];
  const isProcessor = user.WizeRoles.some(({ name }) => name === 'Processor');
  return user.isContractProcessor || !isProcessor ? 'CONTRACTPROCESSOR' : 'PROCESSOR';
}

/** The slots that an officer's default team fills. */
export function prefilled(officer: MemberOption, entries: readonly Entry[]): Team {
  const filled = Object.entries(prefill(officer.user.id, entries)).map(([slot, entry]) => {
    const { LoanRole, primary: _, ...user } = entry;
    return [slot, { ...memberOption(user), role: LoanRole as LoanRole }];
  });
  return Object.fromEntries(filled);
}

/** The current user's default slot in a new loan. */
export function ownSlotFilled(
  user: User,
  permissions: readonly string[],
): { officer: MemberOption | null; team: Team } {
  const roleNames = user.WizeRoles.map(({ name }) => name);
  const slot = ownSlot(roleNames, permissions);
  const option = ownOption(user);
  if (slot === 'loanOfficer') return { officer: option, team: {} };
  return { officer: null, team: slot ? { [slot]: { ...option, role: ownRoles[slot] } } : {} };
}

/** The role for the current user's default slot. */
const ownRoles: Partial<Record<SlotName, LoanRole>> = {
  loanOfficerAssistant: 'ASSISTANT',
  loanProcessor: 'PROCESSOR',
  DisclosureDesk: 'DISCLOSURE_DESK',
  Funder: 'FUNDER',
  LockDesk: 'LOCK_DESK',
  Payroll: 'PAYROLL',
  Closer: 'CLOSER',
};

/** The filled slots of the list in the request, in order. Assistant and processor have separate keys. */
export const listedSlots = (team: Team): SlotName[] =>
  slotNames.filter((slot) => team[slot] && slot !== 'loanOfficerAssistant' && slot !== 'loanProcessor');

/** The team in the specification's request format. */
export function otherUsersOf(team: Team): OtherUsers {
  const member = (slot: SlotName): Member | null => {
    const option = team[slot];
    const isJunior = slot.startsWith('junior');
    return option ? { ...option.user, LoanRole: option.role, primary: !isJunior } : null;
  };
  return {
    loanAssistant: member('loanOfficerAssistant'),
    WizeUsers: listedSlots(team).flatMap((slot) => member(slot) ?? []),
    ProcessorUser: member('loanProcessor'),
    ProcessorOrgUnitId: null,
  };
}
