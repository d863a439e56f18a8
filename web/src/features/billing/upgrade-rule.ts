import type { User } from '@/api/types';

export type Payer = User['LWLicensePayer'];

const cancelled: readonly string[] = ['ADMIN_CANCELLED', 'USER_CANCELLED'];

/** What decides about the Upgrade button, of the user record. */
export type UpgradeFacts = Pick<User, 'LWLicensePayer' | 'proPlan' | 'subscriptionState'> & {
  WizeRoles: readonly { code: string }[];
  WizeOrgUnit: Pick<User['WizeOrgUnit'], 'type' | 'Billing' | 'LWLicensePayer' | 'proPlan' | 'subscriptionState'>;
};

/**
 * For whom the Upgrade button upgrades, or nobody where there is none: the company by its admin, the branch that pays by
 * its admin, oneself by oneself. The plan that counts is that of who pays.
 */
export function upgradePayer(user: UpgradeFacts): Payer | null {
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

/** Who pays for somebody. */
export const payerOf = (user: UpgradeFacts): Payer =>
  user.LWLicensePayer === 'SELF' ? 'SELF' : user.WizeOrgUnit.LWLicensePayer;

/** Whether the plan that serves somebody is a pro plan. */
export const isPro = (user: UpgradeFacts): boolean =>
  payerOf(user) === 'SELF' ? user.proPlan : user.WizeOrgUnit.proPlan;
