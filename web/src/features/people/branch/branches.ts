import type { OrgUnitChoice } from '@/api/org-unit';
import type { User } from '@/api/types';

export type Branch = User['LinkedOrgs'][number];

type Member = Pick<User, 'LinkedOrgs' | 'WizeOrgUnitId' | 'isOwner'>;

/** Something that the branch selector offers: a branch, or all of them together. */
export type BranchChoice = OrgUnitChoice & {
  key: string;
  /** Null: all of them. */
  branch: Branch | null;
};

const consolidating = ['COMPANYADMIN', 'ASSOCIATEADMIN', 'LOANADMIN'];

const mayConsolidate = ({ isHeadQuarter, RoleList }: Branch): boolean =>
  isHeadQuarter && RoleList.some((role) => consolidating.includes(role));

/** Whether there is a branch to choose. */
export const hasBranches = ({ LinkedOrgs }: Member): boolean => LinkedOrgs.length > 1;

/** Whether 'Switch Branch or Role' has anything to show: several branches, or several roles in one. */
export const hasBranchesOrRoles = ({ LinkedOrgs }: Member): boolean =>
  LinkedOrgs.length > 1 || LinkedOrgs.some(({ RoleList }) => RoleList.length > 1);

/** What can be chosen: 'All' for company, associate and loan admins at headquarters, then each branch. */
export function branchChoices({ LinkedOrgs }: Member): BranchChoice[] {
  const headquarters = LinkedOrgs.length > 1 ? LinkedOrgs.find(mayConsolidate) : undefined;
  const all = headquarters ? [{ key: 'all', orgUnit: headquarters.id, consolidated: true, branch: null }] : [];
  return [
    ...all,
    ...LinkedOrgs.map((branch) => ({ key: String(branch.id), orgUnit: branch.id, consolidated: false, branch })),
  ];
}

/** Those whose name holds the text. */
export function foundChoices(choices: readonly BranchChoice[], text: string): readonly BranchChoice[] {
  const wanted = text.trim().toLowerCase();
  const names = ({ branch }: BranchChoice) => (branch ? [branch.displayName, branch.name] : ['All']);
  return choices.filter((choice) => names(choice).some((name) => name.toLowerCase().includes(wanted)));
}

/**
 * Where somebody begins who has chosen nothing yet: in the usual branch; but the owner at headquarters, and who is a
 * company admin there and nothing else, with all branches together. So does who has the right to all of them and no other
 * place to choose, for there would be no way to them.
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

export const isSameChoice = (a: OrgUnitChoice, b: OrgUnitChoice): boolean =>
  a.orgUnit === b.orgUnit && a.consolidated === b.consolidated;
