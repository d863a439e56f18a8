import { describe, expect, it } from 'vitest';
import { isPro, type UpgradeUser, upgradePayer } from './upgrade-rule';

type Unit = UpgradeUser['WizeOrgUnit'];

const user = (role: string, unit: Partial<Unit> = {}, own: Partial<UpgradeUser> = {}): UpgradeUser => ({
  WizeRoles: [{ code: role }],
  LWLicensePayer: unit.LWLicensePayer ?? 'COMPANY',
  proPlan: unit.proPlan ?? false,
  subscriptionState: unit.subscriptionState ?? 'ACTIVE',
  WizeOrgUnit: {
    type: 'BROKER',
    Billing: { enabled: true },
    LWLicensePayer: 'COMPANY',
    proPlan: false,
    subscriptionState: 'ACTIVE',
    ...unit,
  },
  ...own,
});

const branch: Partial<Unit> = { type: 'BRANCH', LWLicensePayer: 'BRANCH' };
const alone: Partial<UpgradeUser> = { LWLicensePayer: 'SELF' };

describe('the Upgrade button', () => {
  it.each<[string, UpgradeUser, string | null]>([
    ['a company admin of a broker', user('COMPANYADMIN'), 'COMPANY'],
    ['one without a subscription', user('COMPANYADMIN', { subscriptionState: 'NONE' }), 'COMPANY'],
    ['one in a trial', user('COMPANYADMIN', { subscriptionState: 'TRIAL' }), 'COMPANY'],
    ['one whose payment is missing', user('COMPANYADMIN', { subscriptionState: 'PAST_DUE' }), 'COMPANY'],
    ['one of a processing company', user('COMPANYADMIN', { type: 'PROCESSOR' }), null],
    ['one whose company is not billed', user('COMPANYADMIN', { Billing: { enabled: false } }), null],
    ['one whose company is on pro', user('COMPANYADMIN', { proPlan: true }), null],
    ['one whose plan an admin cancelled', user('COMPANYADMIN', { subscriptionState: 'ADMIN_CANCELLED' }), null],
    ['one whose plan a user cancelled', user('COMPANYADMIN', { subscriptionState: 'USER_CANCELLED' }), null],
    ['one who works in a branch', user('COMPANYADMIN', { type: 'BRANCH' }), null],
    ['an originator whose company pays', user('ORIGINATOR'), null],
    ['an associate admin', user('ASSOCIATEADMIN'), null],
    ['an admin of a branch that pays', user('BRANCHADMIN', branch), 'BRANCH'],
    ['an admin of a branch whose company pays', user('BRANCHADMIN', { type: 'BRANCH' }), null],
    ['an originator of a branch that pays', user('ORIGINATOR', branch), null],
    ['an admin of a branch on pro', user('BRANCHADMIN', { ...branch, proPlan: true }), null],
    ['an originator who pays alone', user('ORIGINATOR', {}, alone), 'SELF'],
    ['one where everybody does', user('ORIGINATOR', { LWLicensePayer: 'SELF' }), 'SELF'],
    ['one whose own plan is pro', user('ORIGINATOR', {}, { ...alone, proPlan: true }), null],
    // Users who pay for themselves don't depend on the company's plan.
    ['one whose company is on Pro', user('ORIGINATOR', { proPlan: true }, { ...alone, proPlan: false }), 'SELF'],
    [
      'one whose own plan is cancelled',
      user('ORIGINATOR', {}, { ...alone, subscriptionState: 'USER_CANCELLED' }),
      null,
    ],
    ['one whose company is not billed', user('ORIGINATOR', { Billing: { enabled: false } }, alone), null],
    ['a company admin who pays alone', user('COMPANYADMIN', {}, alone), 'SELF'],
  ])('of %s', (_, facts, payer) => {
    expect(upgradePayer(facts)).toBe(payer);
  });
});

it('a user’s plan is the plan of their payer', () => {
  expect(isPro(user('ORIGINATOR', { proPlan: true }))).toBe(true);
  expect(isPro(user('ORIGINATOR', { proPlan: true }, { ...alone, proPlan: false }))).toBe(false);
  expect(isPro(user('ORIGINATOR', {}, { ...alone, proPlan: true }))).toBe(true);
});
