/** An hour in which the provider's support answers questions. The specification defines the keys. */
export type OfficeHour = { occurrenceTimeStamp: number; formatedScheduleTimeStr: string };

const hour = 3_600_000;
const day = 24 * hour;

/** August 8, 2025, 3:00 PM in Los Angeles. */
const once = Date.UTC(2025, 7, 8, 22);

/** The day of a month on which its nth Sunday falls. */
const sunday = (year: number, month: number, nth: number): number =>
  1 + ((7 - new Date(Date.UTC(year, month, 1)).getUTCDay()) % 7) + (nth - 1) * 7;

/** Hours from noon in Los Angeles to noon UTC: 7 from the second Sunday of March until the first of November, else 8. */
export function offsetOn(year: number, month: number, date: number): 7 | 8 {
  const at = month * 100 + date;
  return at >= 200 + sunday(year, 2, 2) && at < 1000 + sunday(year, 10, 1) ? 7 : 8;
}

const formatted = (instant: number): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);

const entry = (instant: number): OfficeHour => ({
  occurrenceTimeStamp: instant,
  formatedScheduleTimeStr: formatted(instant),
});

/** The office hours around a day: noon in Los Angeles yesterday, today and tomorrow, on weekdays, and the fixed one. */
export function officeHours(now: number): OfficeHour[] {
  const slots = [-1, 0, 1].flatMap((away) => {
    const at = new Date(now + away * day);
    const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
    if (at.getUTCDay() % 6 === 0) return [];
    return [entry(Date.UTC(year, month, date, 12 + offsetOn(year, month, date)))];
  });
  return [entry(once), ...slots];
}

/** The office hour that is active now, if any. */
export const activeHour = (hours: readonly OfficeHour[], now: number): OfficeHour | undefined =>
  hours.find(({ occurrenceTimeStamp: begins }) => now >= begins && now < begins + hour);

/** The next office hour. */
export const nextHour = (hours: readonly OfficeHour[], now: number): OfficeHour | undefined =>
  hours.find(({ occurrenceTimeStamp }) => occurrenceTimeStamp > now);
