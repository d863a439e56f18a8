import { sum } from '@/shared/lib/format';

/** Number of loans and their total amount. */
export type Sum = { count: number; LoanAmount: string };

export const countOf = (sums: readonly Sum[]): number => sums.reduce((all, { count }) => all + count, 0);
export const amountOf = (sums: readonly Sum[]): string => sum(sums.map(({ LoanAmount }) => LoanAmount));

/** Rounded to dollars, because the average is for comparison. */
export const averageOf = ({ count, LoanAmount }: Sum): string =>
  count === 0 ? '' : String(Math.round(Number(LoanAmount) / count));

/** The share of the total amount, from 0 to 1. */
export const shareOf = ({ LoanAmount }: Sum, all: readonly Sum[]): number => {
  const total = Number(amountOf(all));
  return total > 0 ? Number(LoanAmount) / total : 0;
};
