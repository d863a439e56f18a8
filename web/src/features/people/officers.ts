import { answer, api } from '@/api/client';
import type { User, UserOption } from '@/api/types';
import type { LoadOptions, Option } from '@/shared/ui/async-select';

/** Who can own leads (LEAD-53). */
export const ownerRoles = ['ADMINISTRATOR', 'PROCESSOR', 'ORIGINATOR', 'ASSISTANT', 'LOANADMIN'] as const;

/**
 * People with one of these roles, of one unit or of the whole company. They act for a branch, so the id is that of the membership.
 */
export const loadMembers =
  (roles: readonly string[], unit?: number): LoadOptions =>
  async ({ string, offset, limit }, signal) => {
    const query = { offset, limit, showLoader: false, applyTags: true, string, roles: JSON.stringify(roles) };
    const { users, count } = await answer(api.GET('/api/users/search/flat', { params: { query }, signal }));
    const found = (users ?? []).filter(({ WizeOrgUnitId }) => !unit || WizeOrgUnitId === unit);
    return { options: found.map(officerOption), count };
  };

/** People who can be a loan's officer. */
export const loadOfficers: LoadOptions = loadMembers(['ORIGINATOR']);

const officerOption = (user: UserOption): Option => ({
  id: user.WizeUserOrgUnitId,
  label: user.fullName || user.name,
  hint: user.tag ?? user.WizeOrgUnit.displayName,
});

/** Whoever is signed in as an originator is the officer until another is chosen. */
export function ownOfficer(user: User): Option | null {
  const isOriginator = user.WizeRoles.some(({ code }) => code === 'ORIGINATOR');
  if (!isOriginator) return null;
  return { id: user.WizeUserOrgUnitId, label: user.name || user.email, hint: user.WizeOrgUnit.displayName };
}
