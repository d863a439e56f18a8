import type { OrgUnitChoice } from '@/api/org-unit';
import { type Branch, type Member, mayConsolidate } from '@/shared/session/first-choice';

/** A choice of the branch selector: one branch, or all branches. */
export type BranchChoice = OrgUnitChoice & {
  key: string;
  /** Null for all branches. */
  branch: Branch | null;
};

/** Whether the user has more than one branch. */
export const hasBranches = ({ LinkedOrgs }: Member): boolean => LinkedOrgs.length > 1;

/** Whether 'Switch Branch or Role' has choices: several branches, or several roles in one. */
export const hasBranchesOrRoles = ({ LinkedOrgs }: Member): boolean =>
  LinkedOrgs.length > 1 || LinkedOrgs.some(({ RoleList }) => RoleList.length > 1);

/** The choices: 'All' for company, associate and loan admins at headquarters, then each branch. */
export function branchChoices({ LinkedOrgs }: Member): BranchChoice[] {
  const headquarters = LinkedOrgs.length > 1 ? LinkedOrgs.find(mayConsolidate) : undefined;
  const all = headquarters ? [{ key: 'all', orgUnit: headquarters.id, consolidated: true, branch: null }] : [];
  return [
    ...all,
    ...LinkedOrgs.map((branch) => ({ key: String(branch.id), orgUnit: branch.id, consolidated: false, branch })),
  ];
}

/** The choices whose name contains the text. */
export function foundChoices(choices: readonly BranchChoice[], text: string): readonly BranchChoice[] {
  const wanted = text.trim().toLowerCase();
  const names = ({ branch }: BranchChoice) => (branch ? [branch.displayName, branch.name] : ['All']);
  return choices.filter((choice) => names(choice).some((name) => name.toLowerCase().includes(wanted)));
}

export const isSameChoice = (a: OrgUnitChoice, b: OrgUnitChoice): boolean =>
  a.orgUnit === b.orgUnit && a.consolidated === b.consolidated;
