import { money } from '@/shared/lib/format';

/** A loan's amount. The server sends a missing amount as zero, for sorting. It is shown as blank. */
export const loanAmount = (amount: string): string => (/^0(\.0+)?$/.test(amount) ? '' : money(amount));
