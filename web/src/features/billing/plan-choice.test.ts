import { expect, it } from 'vitest';
import type { Plans } from './calls';
import { firstChoice, isOffered, isPresent, isUpgrade } from './plan-choice';

const plans = (planId: string | null, period: 'MONTH' | 'YEAR' | null, state: Plans['state']): Plans =>
  ({ planId, period, state, rows: [{ id: 'STANDARD' }, { id: 'PRO' }] }) as Plans;

it('the dialog starts with the highest plan and the current period', () => {
  expect(firstChoice(plans('STANDARD', 'YEAR', 'ACTIVE'))).toEqual({ planId: 'PRO', period: 'YEAR' });
  expect(firstChoice(plans(null, null, 'NONE'))).toEqual({ planId: 'PRO', period: 'MONTH' });
});

it('an active plan is never downgraded', () => {
  const yearly = plans('STANDARD', 'YEAR', 'ACTIVE');
  expect(isOffered(yearly, { planId: 'PRO', period: 'MONTH' })).toBe(false);
  expect(isOffered(yearly, { planId: 'PRO', period: 'YEAR' })).toBe(true);
  expect(isOffered(plans('PRO', 'MONTH', 'ACTIVE'), { planId: 'STANDARD', period: 'YEAR' })).toBe(false);
  expect(isOffered(plans('PRO', 'MONTH', 'TRIAL'), { planId: 'STANDARD', period: 'MONTH' })).toBe(true);
});

it('the same plan again is no upgrade, but it can be chosen in a trial', () => {
  expect(isPresent(plans('PRO', 'MONTH', 'ACTIVE'), { planId: 'PRO', period: 'MONTH' })).toBe(true);
  expect(isPresent(plans('PRO', 'MONTH', 'ACTIVE'), { planId: 'PRO', period: 'YEAR' })).toBe(false);
  expect(isPresent(plans('PRO', 'MONTH', 'TRIAL'), { planId: 'PRO', period: 'MONTH' })).toBe(false);
  expect([isUpgrade(plans('PRO', 'MONTH', 'TRIAL')), isUpgrade(plans(null, null, 'NONE'))]).toEqual([true, false]);
});
