import type { User } from '@/api/types';

export type Payer = User['LWLicensePayer'];

const cancelled: readonly string[] = ['ADMIN_CANCELLED', 'USER_CANCELLED'];

/** The fields of the user that decide about the Upgrade button. */
export type UpgradeUser = Pick<User, 'LWLicensePayer' | 'proPlan' | 'subscriptionState'> & {
  WizeRoles: readonly { code: string }[];
  WizeOrgUnit: Pick<User['WizeOrgUnit'], 'type' | 'Billing' | 'LWLicensePayer' | 'proPlan' | 'subscriptionState'>;
};

/**
 * The payer whose plan the Upgrade button upgrades, or null if the button is hidden. Company admins upgrade the
 * company, branch admins a branch that pays, and other users themselves. The payer's plan counts.
 */
export function upgradePayer(user: UpgradeUser): Payer | null {
  const unit = user.WizeOrgUnit;
  if (unit.type === 'PROCESSOR' || !unit.Billing.enabled) return null;
  const payer = user.LWLicensePayer === 'SELF' ? 'SELF' : unit.LWLicensePayer;
  const plan = payer === 'SELF' ? user : unit;
  if (plan.proPlan || cancelled.includes(plan.subscriptionState)) return null;
  const is = (role: string) => user.WizeRoles.some(({ code }) => code === role);
  if (payer === 'COMPANY') return unit.type === 'BROKER' && is('COMPANYADMIN') ? payer : null;
  if (payer === 'BRANCH') return unit.type === 'BRANCH' && is('BRANCHADMIN') ? payer : null;
  return payer;
}

/** The payer of a user. */
export const payerOf = (user: UpgradeUser): Payer =>
  user.LWLicensePayer === 'SELF' ? 'SELF' : user.WizeOrgUnit.LWLicensePayer;

/** Whether the plan of the user's payer is a Pro plan. */
export const isPro = (user: UpgradeUser): boolean =>
  payerOf(user) === 'SELF' ? user.proPlan : user.WizeOrgUnit.proPlan;
