import type { OrgUnitChoice } from '@/api/org-unit';
import type { User } from '@/api/types';

export type Branch = User['LinkedOrgs'][number];

export type Member = Pick<User, 'LinkedOrgs' | 'WizeOrgUnitId' | 'isOwner'>;

const consolidating = ['COMPANYADMIN', 'ASSOCIATEADMIN', 'LOANADMIN'];

/** Whether the user may see all branches together from this branch. */
export const mayConsolidate = ({ isHeadQuarter, RoleList }: Branch): boolean =>
  isHeadQuarter && RoleList.some((role) => consolidating.includes(role));

/**
 * The initial choice of a user, normally their default branch. It is all branches for the owner at headquarters, and
 * for a company admin there without another role. It is also all branches for a user who may see all but has only one
 * branch, because no selector would offer them.
 */
export function firstChoice({ LinkedOrgs, WizeOrgUnitId, isOwner }: Member): OrgUnitChoice {
  const headquarters = LinkedOrgs.find(mayConsolidate);
  if (headquarters) {
    const isCompanyAdminOnly = headquarters.RoleList.every((role) => role === 'COMPANYADMIN');
    if (isOwner || isCompanyAdminOnly || LinkedOrgs.length === 1) {
      return { orgUnit: headquarters.id, consolidated: true };
    }
  }
  return { orgUnit: WizeOrgUnitId, consolidated: false };
}
