import { expect, it } from 'vitest';
import { dayByKey, dayInWords, daysLater, monthsLater, weeksAround } from './days';

it('a month consists of whole weeks, Sunday to Saturday', () => {
  const november = weeksAround('2026-11-23', 'month');
  expect(november.map(([sunday]) => sunday)).toEqual([
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-22',
    '2026-11-29',
  ]);
  expect(november.at(-1)?.at(-1)).toBe('2026-12-05');
  // The longest and the shortest month. The server returns at most six weeks.
  expect(weeksAround('2026-05-31', 'month')).toHaveLength(6);
  expect(weeksAround('2026-02-01', 'month')).toHaveLength(4);
  expect(weeksAround('2026-11-23', 'week')).toEqual([
    ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'],
  ]);
});

it('days are counted across daylight saving time, months and years', () => {
  expect(daysLater('2026-10-31', 2)).toBe('2026-11-02');
  expect(daysLater('2027-01-01', -1)).toBe('2026-12-31');
  expect(monthsLater('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsLater('2026-11-30', 3)).toBe('2027-02-28');
  expect(dayInWords('2026-11-27')).toBe('Friday, November 27, 2026');
});

it('keys move from day to day', () => {
  const from = '2026-11-25';
  const ways = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter'];
  expect(ways.map((key) => dayByKey(from, key))).toEqual([
    '2026-11-24',
    '2026-11-26',
    '2026-11-18',
    '2026-12-02',
    '2026-11-22',
    '2026-11-28',
    '2026-10-25',
    '2026-12-25',
    undefined,
  ]);
});
