import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';
import type { Option } from '@/shared/ui/async-select';
import { type LoanRole, loanRoles, roleName } from '../loan-roles';

export type Team = components['schemas']['DefaultTeam'];
type Member = components['schemas']['TeamMemberIn'];

/** Search and page of the list, from the address. */
export type TeamSearch = { string?: string; page?: string };

const offsetOf = ({ page }: TeamSearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

export const teamsQuery = (search: TeamSearch) =>
  queryOptions({
    queryKey: ['loan-teams', search],
    queryFn: async ({ signal }) => {
      const params = { query: { string: search.string, offset: offsetOf(search), limit: pageSize } };
      const { rows, count } = await answer(api.GET('/api/loan-teams', { params, signal }));
      return { rows: rows ?? [], count, firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Saves an officer's default team, based on the version that the user saw. */
export function useSaveTeam({ officer, version }: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Member[]) => {
      const params = { path: { id: officer.WizeUserOrgUnitId }, header: { 'If-Match': String(version) } };
      return answer(api.PUT('/api/user-org-units/{id}/loan-team', { params, body }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['loan-teams'] }),
    meta: { quiet: true },
  });
}

/** The primary or additional slot of a role. */
type Slot = { role: LoanRole; primary: boolean };

/** The slots of a team, in the order of the form. The officer already fills the primary originator slot. */
export const slots: readonly Slot[] = loanRoles.flatMap((role): Slot[] =>
  role === 'ORIGINATOR'
    ? [{ role, primary: false }]
    : [
        { role, primary: true },
        { role, primary: false },
      ],
);

export const slotKey = ({ role, primary }: { role: string; primary: boolean }) =>
  `${role}/${primary ? 'primary' : 'junior'}`;

export const slotLabel = ({ role, primary }: { role: LoanRole; primary: boolean }) => roleName(role, primary);

/** The member in each slot. */
export type Filled = Record<string, Option | null>;

export const filledOf = (team: Team): Filled =>
  Object.fromEntries(
    team.members.map((member) => [
      slotKey({ role: member.LoanRole, primary: member.primary }),
      { id: member.WizeUserOrgUnitId, label: member.fullName, hint: member.tag ?? '' },
    ]),
  );

export const membersOf = (filled: Filled): Member[] =>
  slots.flatMap(({ role, primary }) => {
    const option = filled[slotKey({ role, primary })];
    return option ? [{ LoanRole: role, primary, WizeUserOrgUnitId: option.id }] : [];
  });

/** Additional slots whose member also has the role's primary slot. */
export const doubledSlots = (filled: Filled): string[] =>
  slots.flatMap(({ role, primary }) => {
    if (primary) return [];
    const junior = filled[slotKey({ role, primary })];
    const first = filled[slotKey({ role, primary: true })];
    return junior && junior.id === first?.id ? [slotKey({ role, primary })] : [];
  });
