/** ISO dates such as `2026-11-30`, calculated without time zones. */

const dayMs = 86_400_000;
const time = (isoDay: string) => Date.parse(`${isoDay}T00:00:00Z`);
const written = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The date a number of days later, or earlier if negative. */
export const daysLater = (isoDay: string, days: number): string => written(time(isoDay) + days * dayMs);

/** The same day of another month, or its last day if that month is shorter. */
export function monthsLater(isoDay: string, months: number): string {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return written(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** The Sunday of a date's week. */
export const weekStart = (isoDay: string): string => daysLater(isoDay, -new Date(time(isoDay)).getUTCDay());

export type Span = 'month' | 'week';

/** The weeks of a week or month view, Sunday to Saturday. */
export function weeksAround(isoDay: string, span: Span): string[][] {
  const first = span === 'week' ? isoDay : `${isoDay.slice(0, 8)}01`;
  const last = span === 'week' ? isoDay : daysLater(monthsLater(first, 1), -1);
  const weeks: string[][] = [];
  for (let start = weekStart(first); start <= last; start = daysLater(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, n) => daysLater(start, n)));
  }
  return weeks;
}

/** The date that a key moves to, or undefined for other keys. */
export function dayByKey(isoDay: string, key: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return daysLater(isoDay, -1);
    case 'ArrowRight':
      return daysLater(isoDay, 1);
    case 'ArrowUp':
      return daysLater(isoDay, -7);
    case 'ArrowDown':
      return daysLater(isoDay, 7);
    case 'Home':
      return weekStart(isoDay);
    case 'End':
      return daysLater(weekStart(isoDay), 6);
    case 'PageUp':
      return monthsLater(isoDay, -1);
    case 'PageDown':
      return monthsLater(isoDay, 1);
    default:
      return undefined;
  }
}

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (isoDay: string) => format.format(time(isoDay));
};

/** `Friday, November 27, 2026` */
export const dayInWords = formatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
/** `November 2026` */
export const monthInWords = formatter({ month: 'long', year: 'numeric' });
/** `Fri` */
export const weekdayInShort = formatter({ weekday: 'short' });
/** `Friday` */
export const weekdayInWords = formatter({ weekday: 'long' });
/** `Nov 27` */
export const dayInShort = formatter({ month: 'short', day: 'numeric' });
/** `27` */
export const dayNumber = (isoDay: string): string => String(Number(isoDay.slice(8)));
