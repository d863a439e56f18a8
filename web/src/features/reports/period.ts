/** A span of days by the calendar, both ends included. */
export type Period = 'thisMonth' | 'thisQuarter' | 'lastQuarter' | 'thisYear' | 'lastYear';

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** First and last day of a period, relative to a day. */
export function daysOf(period: Period, today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = month - 1;
  const quarter = first - (first % 3);
  const span = (begin: number, months: number) => ({ from: iso(year, begin, 1), to: iso(year, begin + months, 0) });
  return {
    thisMonth: span(first, 1),
    thisQuarter: span(quarter, 3),
    lastQuarter: span(quarter - 3, 3),
    thisYear: span(0, 12),
    lastYear: span(-12, 12),
  }[period];
}
