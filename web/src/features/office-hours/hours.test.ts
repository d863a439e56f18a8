import { expect, it } from 'vitest';
import { activeHour, officeHours, offsetOn } from './hours';

const at = (iso: string) => Date.parse(iso);
const begins = (iso: string) =>
  officeHours(at(iso))
    .slice(1)
    .map(({ occurrenceTimeStamp }) => new Date(occurrenceTimeStamp).toISOString());

it('an office hour has a timestamp and a formatted time (OFFICE-01)', () => {
  for (const entry of officeHours(at('2026-11-18T10:00:00Z'))) {
    expect(Object.keys(entry)).toEqual(['occurrenceTimeStamp', 'formatedScheduleTimeStr']);
    expect(entry.formatedScheduleTimeStr).toMatch(/^\w+day, \w{3} \d+, 20\d\d/);
  }
});

it('an office hour is active for an hour from its start (OFFICE-02)', () => {
  const noon = at('2026-11-18T20:00:00Z');
  const isActive = (later: number) => activeHour(officeHours(noon), noon + later) !== undefined;
  expect([-1, 0, 3_599_999, 3_600_000].map(isActive)).toEqual([false, true, true, false]);
});

it('the daily hour is 19:00 UTC in summer and 20:00 UTC in winter (OFFICE-04)', () => {
  expect(begins('2026-07-15T10:00:00Z')[1]).toBe('2026-07-15T19:00:00.000Z');
  expect(begins('2026-12-16T10:00:00Z')[1]).toBe('2026-12-16T20:00:00.000Z');
});

it('daylight saving time lasts from the second Sunday of March to the first of November (OFFICE-05)', () => {
  expect([offsetOn(2025, 2, 8), offsetOn(2025, 2, 9)]).toEqual([8, 7]);
  expect([offsetOn(2025, 10, 1), offsetOn(2025, 10, 2)]).toEqual([7, 8]);
  expect([offsetOn(2026, 2, 8), offsetOn(2026, 10, 1)]).toEqual([7, 8]);
});

it('lists the hours of yesterday, today and tomorrow (OFFICE-06)', () => {
  expect(begins('2026-11-18T10:00:00Z').map((instant) => instant.slice(0, 10))).toEqual([
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
  ]);
});

it('lists no hours on weekends (OFFICE-07)', () => {
  const days = (iso: string) => begins(iso).map((instant) => instant.slice(0, 10));
  expect(days('2026-11-23T10:00:00Z')).toEqual(['2026-11-23', '2026-11-24']);
  expect(days('2026-11-22T10:00:00Z')).toEqual(['2026-11-23']);
});

it('one hour is fixed: August 8, 2025 at 3 PM in Los Angeles (OFFICE-08)', () => {
  const [fixed] = officeHours(at('2026-11-18T10:00:00Z'));
  expect(fixed?.occurrenceTimeStamp).toBe(at('2025-08-08T15:00:00-07:00'));
});
