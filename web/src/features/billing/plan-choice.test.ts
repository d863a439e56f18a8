import { expect, it } from 'vitest';
import type { Plans } from './calls';
import { firstChoice, isOffered, isPresent, isUpgrade } from './plan-choice';

const plans = (planId: string | null, period: 'MONTH' | 'YEAR' | null, state: Plans['state']): Plans =>
  ({ planId, period, state, rows: [{ id: 'STANDARD' }, { id: 'PRO' }] }) as Plans;

it('the dialog begins with the highest plan, for as long as one pays now', () => {
  expect(firstChoice(plans('STANDARD', 'YEAR', 'ACTIVE'))).toEqual({ planId: 'PRO', period: 'YEAR' });
  expect(firstChoice(plans(null, null, 'NONE'))).toEqual({ planId: 'PRO', period: 'MONTH' });
});

it('what is paid for is never made less', () => {
  const yearly = plans('STANDARD', 'YEAR', 'ACTIVE');
  expect(isOffered(yearly, { planId: 'PRO', period: 'MONTH' })).toBe(false);
  expect(isOffered(yearly, { planId: 'PRO', period: 'YEAR' })).toBe(true);
  expect(isOffered(plans('PRO', 'MONTH', 'ACTIVE'), { planId: 'STANDARD', period: 'YEAR' })).toBe(false);
  expect(isOffered(plans('PRO', 'MONTH', 'TRIAL'), { planId: 'STANDARD', period: 'MONTH' })).toBe(true);
});

it('the same again is no upgrade, but in a trial it is a choice', () => {
  expect(isPresent(plans('PRO', 'MONTH', 'ACTIVE'), { planId: 'PRO', period: 'MONTH' })).toBe(true);
  expect(isPresent(plans('PRO', 'MONTH', 'ACTIVE'), { planId: 'PRO', period: 'YEAR' })).toBe(false);
  expect(isPresent(plans('PRO', 'MONTH', 'TRIAL'), { planId: 'PRO', period: 'MONTH' })).toBe(false);
  expect([isUpgrade(plans('PRO', 'MONTH', 'TRIAL')), isUpgrade(plans(null, null, 'NONE'))]).toEqual([true, false]);
});
