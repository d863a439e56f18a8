import type { Plan, Plans } from './calls';

export type Period = 'MONTH' | 'YEAR';
export type Choice = { planId: string; period: Period };

/** Whether there is a plan that an order upgrades; otherwise it begins one. */
export const isUpgrade = ({ state }: Pick<Plans, 'state'>): boolean => state === 'ACTIVE' || state === 'TRIAL';

/** What an order may be: in a trial or without a plan anything, else no less than there is. */
export function isOffered(plans: Pick<Plans, 'state' | 'planId' | 'period' | 'rows'>, choice: Choice): boolean {
  if (plans.state !== 'ACTIVE') return true;
  const rank = (id: string | null | undefined) => plans.rows.findIndex((row) => row.id === id);
  const isShorter = plans.period === 'YEAR' && choice.period === 'MONTH';
  return rank(choice.planId) >= rank(plans.planId) && !isShorter;
}

/** Whether an order is what there is already. */
export const isPresent = (plans: Pick<Plans, 'state' | 'planId' | 'period'>, choice: Choice): boolean =>
  plans.state === 'ACTIVE' && plans.planId === choice.planId && plans.period === choice.period;

/** What the dialog begins with: the highest plan, for as long as one pays now. */
export const firstChoice = ({ rows, period }: Pick<Plans, 'rows' | 'period'>): Choice => ({
  planId: rows.at(-1)?.id ?? '',
  period: period ?? 'MONTH',
});

export const offerOf = (plan: Plan, period: Period) => (period === 'YEAR' ? plan.year : plan.month);
