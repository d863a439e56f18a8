import { answer, api } from '@/api/client';
import type { User, UserOption } from '@/api/types';
import type { LoadOptions, Option } from '@/shared/ui/async-select';

/** Roles whose users can own leads (LEAD-53). */
export const ownerRoles = ['ADMINISTRATOR', 'PROCESSOR', 'ORIGINATOR', 'ASSISTANT', 'LOANADMIN'] as const;

/** A user's membership in a branch. */
export type MemberOption = Option & { user: UserOption };

/** Filters: members of one unit, or processors for an officer. */
type Narrow = { unit?: number | undefined; loanOfficerId?: number };

/**
 * Finds users with one of these roles, of one unit or of the whole company. They act for a branch, so the id is that of
 * the membership.
 */
export const loadMembers =
  (roles: readonly string[], { unit, loanOfficerId }: Narrow = {}): LoadOptions<MemberOption> =>
  async ({ string, offset, limit }, signal) => {
    const near = loanOfficerId === undefined ? {} : { loanOfficerId };
    const query = { offset, limit, showLoader: false, applyTags: true, string, roles: JSON.stringify(roles), ...near };
    const { users, count } = await answer(api.GET('/api/users/search/flat', { params: { query }, signal }));
    const found = (users ?? []).filter(({ WizeOrgUnitId }) => !unit || WizeOrgUnitId === unit);
    return { options: found.map(memberOption), count };
  };

/** Users who can be a loan's officer. */
export const loadOfficers = loadMembers(['ORIGINATOR']);

/** A user as a picker option, with their branch and a badge for contract processors. */
export const memberOption = (user: UserOption): MemberOption => ({
  id: user.WizeUserOrgUnitId,
  label: user.fullName || user.name,
  under: user.WizeOrgUnit.displayName,
  ...(user.tag && user.tag !== user.WizeOrgUnit.displayName ? { hint: user.tag } : {}),
  ...(user.isContractProcessor ? { badge: 'Contract' } : {}),
  user,
});

/** The signed-in user as a picker option. */
export function ownOption(user: User): MemberOption {
  const { displayName } = user.WizeOrgUnit;
  const name = user.name || user.email;
  return memberOption({
    id: user.id,
    WizeUserOrgUnitId: user.WizeUserOrgUnitId,
    WizeOrgUnitId: user.WizeOrgUnitId,
    firstName: user.firstName,
    lastName: user.lastName,
    name,
    fullName: name,
    email: user.email,
    profileImage: user.profileImage ?? null,
    tag: user.isHeadQuarter ? 'HQ' : displayName,
    WizeOrgUnit: { displayName, isHeadQuarter: user.isHeadQuarter },
    WizeRoles: user.WizeRoles.map((role) => ({ name: role.name })),
    isContractProcessor: user.WizeRoles[0]?.code === 'CONTRACTPROCESSOR',
  });
}
