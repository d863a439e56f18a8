import type { Plan, Plans } from './calls';

export type Period = 'MONTH' | 'YEAR';
export type Choice = { planId: string; period: Period };

/** Whether an order upgrades an existing plan instead of starting one. */
export const isUpgrade = ({ state }: Pick<Plans, 'state'>): boolean => state === 'ACTIVE' || state === 'TRIAL';

/**
 * Whether a choice can be ordered. With an active plan, only a plan and period at least as high as the current ones.
 */
export function isOffered(plans: Pick<Plans, 'state' | 'planId' | 'period' | 'rows'>, choice: Choice): boolean {
  if (plans.state !== 'ACTIVE') return true;
  const rank = (id: string | null | undefined) => plans.rows.findIndex((row) => row.id === id);
  const isShorter = plans.period === 'YEAR' && choice.period === 'MONTH';
  return rank(choice.planId) >= rank(plans.planId) && !isShorter;
}

/** Whether the choice equals the active plan. */
export const isPresent = (plans: Pick<Plans, 'state' | 'planId' | 'period'>, choice: Choice): boolean =>
  plans.state === 'ACTIVE' && plans.planId === choice.planId && plans.period === choice.period;

/** The dialog's initial choice: the highest plan, with the current period. */
export const firstChoice = ({ rows, period }: Pick<Plans, 'rows' | 'period'>): Choice => ({
  planId: rows.at(-1)?.id ?? '',
  period: period ?? 'MONTH',
});

export const offerOf = (plan: Plan, period: Period) => (period === 'YEAR' ? plan.year : plan.month);
