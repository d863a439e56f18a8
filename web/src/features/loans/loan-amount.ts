import { money } from '@/shared/lib/format';

/** A loan's amount. One without an amount is told as zero, so that it can be sorted; shown it is nothing. */
export const loanAmount = (amount: string): string => (/^0(\.0+)?$/.test(amount) ? '' : money(amount));
