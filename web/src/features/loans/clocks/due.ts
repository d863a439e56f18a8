import { day } from '@/shared/lib/format';
import { texts } from '../texts';

export type Urgency = 'overdue' | 'mailByPassed' | 'today' | 'tomorrow' | 'later';

/**
 * How urgent a deadline is on a day. `receiptBy` belongs to the mail-by day of a Closing Disclosure: until that date
 * the borrower can still receive it in another way, so the deadline isn't overdue.
 */
export function urgencyOf(dueOn: string, today: string, receiptBy?: string | null): Urgency {
  if (dueOn < today) return receiptBy && receiptBy >= today ? 'mailByPassed' : 'overdue';
  if (dueOn === today) return 'today';
  return dueOn === dayAfter(today) ? 'tomorrow' : 'later';
}

function dayAfter(isoDay: string): string {
  const next = new Date(`${isoDay}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** A deadline's text: its date, or words if it is near. */
export function dueText(dueOn: string, today: string, receiptBy?: string | null): string {
  switch (urgencyOf(dueOn, today, receiptBy)) {
    case 'mailByPassed':
      return texts.due.mailByPassed;
    case 'overdue':
      return texts.due.overdue(day(dueOn));
    case 'today':
      return texts.due.today;
    case 'tomorrow':
      return texts.due.tomorrow;
    case 'later':
      return day(dueOn);
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A day with its weekday, `Wed 11/11/2026`. */
export const weekday = (isoDay: string): string => `${weekdays[new Date(isoDay).getUTCDay()]} ${day(isoDay)}`;
