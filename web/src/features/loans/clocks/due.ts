import dayjs from 'dayjs';
import { day } from '@/shared/lib/format';
import { texts } from './texts';

export type Urgency = 'overdue' | 'today' | 'tomorrow' | 'later';

/** How near a day is, seen from another. */
export function urgencyOf(dueOn: string, today: string): Urgency {
  if (dueOn < today) return 'overdue';
  if (dueOn === today) return 'today';
  return dueOn === dayjs(today).add(1, 'day').format('YYYY-MM-DD') ? 'tomorrow' : 'later';
}

/** A deadline as it is told: a day, until it is near. */
export function dueText(dueOn: string, today: string): string {
  switch (urgencyOf(dueOn, today)) {
    case 'overdue':
      return texts.overdue(day(dueOn));
    case 'today':
      return texts.today;
    case 'tomorrow':
      return texts.tomorrow;
    case 'later':
      return day(dueOn);
  }
}

/** A day with its weekday, `Wed 11/11/2026`. */
export const weekday = (isoDay: string): string => `${dayjs(isoDay).format('ddd')} ${day(isoDay)}`;
