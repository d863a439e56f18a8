import type { LoanSearch } from '@/features/loans/list/loan-search';
import type { Condition } from '@/features/loans/views/filter';

const is = (field: string, operator: string, ...values: string[]): Condition => ({ field, operator, values });
const when = (...conditions: Condition[]) => JSON.stringify({ match: 'all', conditions });
const active = is('progress', 'is', 'Active');

/** The loan data that affects the rate. */
export type Scenario = { mortgageType: string; purpose: string; occupancy: string; state: string };

export const noScenario: Scenario = { mortgageType: '', purpose: '', occupancy: '', state: '' };

/** Loans of a scenario that have a rate, latest first. */
export const comparable = (scenario: Scenario): LoanSearch => {
  const chosen = Object.entries(scenario).filter(([, value]) => value !== '');
  return { filter: when(is('rate', 'notEmpty'), ...chosen.map(([field, value]) => is(field, 'is', value))) };
};

/** Active loans without a rate. */
export const withoutRate: LoanSearch = { filter: when(active, is('rate', 'empty')) };
