import type { User } from '@/api/types';

export type OwnerQuestionUser = Pick<User, 'id'> & {
  WizeRoles: readonly { code: string }[];
  WizeOrgUnit: Pick<User['WizeOrgUnit'], 'id' | 'type' | 'hasOwner' | 'noOwnerInd'>;
};

/** Session storage key: each user is asked once per session and unit. */
export const askedKey = ({ id, WizeOrgUnit }: OwnerQuestionUser): string => `ownerDialogOpened:${WizeOrgUnit.id}:${id}`;

/** Whether the user is asked who owns the company, if they weren't asked before. */
export function isAskedForOwner({ WizeRoles, WizeOrgUnit }: OwnerQuestionUser): boolean {
  const isCompany = WizeOrgUnit.type === 'BROKER' || WizeOrgUnit.type === 'PROCESSOR';
  const isCompanyAdmin = WizeRoles.some(({ code }) => code === 'COMPANYADMIN');
  return isCompany && isCompanyAdmin && !WizeOrgUnit.hasOwner && !WizeOrgUnit.noOwnerInd;
}
