import type { User } from '@/api/types';

export type OwnerFacts = Pick<User, 'id'> & {
  WizeRoles: readonly { code: string }[];
  WizeOrgUnit: Pick<User['WizeOrgUnit'], 'id' | 'type' | 'hasOwner' | 'noOwnerInd'>;
};

/** Where it is kept that the question was asked: once a session, unit and person. */
export const askedKey = ({ id, WizeOrgUnit }: OwnerFacts): string => `ownerDialogOpened:${WizeOrgUnit.id}:${id}`;

/** Whether somebody is asked who owns the company, unless they were asked before. */
export function isAskedForOwner({ WizeRoles, WizeOrgUnit }: OwnerFacts): boolean {
  const isCompany = WizeOrgUnit.type === 'BROKER' || WizeOrgUnit.type === 'PROCESSOR';
  const isCompanyAdmin = WizeRoles.some(({ code }) => code === 'COMPANYADMIN');
  return isCompany && isCompanyAdmin && !WizeOrgUnit.hasOwner && !WizeOrgUnit.noOwnerInd;
}
