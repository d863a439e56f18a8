import { expect, test } from 'vitest';
import { isWhole, readDate } from './typed-date';

test.each([
  ['09/15/2026', '2026-09-15'],
  ['9/5/2026', '2026-09-05'],
  ['9/5/26', '2026-09-05'],
  ['09/05/26', '2026-09-05'],
  ['12/31/68', '2068-12-31'],
  ['1/1/69', '1969-01-01'],
  ['09152026', '2026-09-15'],
  ['9-15-2026', '2026-09-15'],
  ['9.15.2026', '2026-09-15'],
  [' 09 / 15 / 2026 ', '2026-09-15'],
  ['2026-09-15', '2026-09-15'],
  ['02/29/2024', '2024-02-29'],
  ['01/01/1900', '1900-01-01'],
])('MISMO-08, CONST-05: %s is read as %s', (typed, day) => {
  expect(readDate(typed)).toEqual({ value: day });
});

test.each([
  ['02/30/2026', '02/30/2026 isn’t a calendar date. Enter a date as MM/DD/YYYY'],
  ['02/29/2026', '02/29/2026 isn’t a calendar date. Enter a date as MM/DD/YYYY'],
  ['13/01/2026', '13/01/2026 isn’t a calendar date. Enter a date as MM/DD/YYYY'],
  ['02302026', '02302026 isn’t a calendar date. Enter a date as MM/DD/YYYY'],
  ['2026-02-30', '2026/02/30 isn’t a calendar date. Enter a date as MM/DD/YYYY'],
  ['00/10/2026', '00/10/2026 isn’t a calendar date. Enter a date as MM/DD/YYYY'],
  ['9152026', 'Enter a date as MM/DD/YYYY'],
  ['092026', 'Enter a date as MM/DD/YYYY'],
  ['9/15', 'Enter a date as MM/DD/YYYY'],
  ['9/15/202', 'Enter a date as MM/DD/YYYY'],
  ['tomorrow', 'Enter a date as MM/DD/YYYY'],
  ['09/15/2026 10:00', 'Enter a date as MM/DD/YYYY'],
  ['12/31/1899', 'Enter a date on or after 01/01/1900'],
  ['08/26/0916', 'Enter a date on or after 01/01/1900'],
])('%s is refused: %s', (typed, problem) => {
  expect(readDate(typed)).toEqual({ problem });
});

test('MISMO-09: a field’s date limits are inclusive', () => {
  const limits = { min: '2026-11-01', max: '2026-11-27' };
  expect(readDate('11/27/2026', limits)).toEqual({ value: '2026-11-27' });
  expect(readDate('11/28/2026', limits)).toEqual({ problem: 'Enter a date on or before 11/27/2026' });
  expect(readDate('10/31/2026', limits)).toEqual({ problem: 'Enter a date on or after 11/01/2026' });
});

test.each([
  ['11/20/2026 3:05 PM', '2026-11-20 15:05:00'],
  ['11202026 3:05pm', '2026-11-20 15:05:00'],
  ['11/20/26 12:00 AM', '2026-11-20 00:00:00'],
  ['2026-11-20T15:05', '2026-11-20 15:05:00'],
])('a day and time %s is read as %s', (typed, value) => {
  expect(readDate(typed, { withTime: true })).toEqual({ value });
});

test.each([
  ['11/20/2026', 'Enter a date as MM/DD/YYYY h:mm AM'],
  ['11/20/2026 25:00', '25:00 isn’t a time. Enter a date as MM/DD/YYYY h:mm AM'],
  ['11/20/2026 13:05 PM', '13:05 PM isn’t a time. Enter a date as MM/DD/YYYY h:mm AM'],
  ['11/20/2026 3:61 PM', '3:61 PM isn’t a time. Enter a date as MM/DD/YYYY h:mm AM'],
  ['11/31/2026 3:05 PM', '11/31/2026 isn’t a calendar date. Enter a date as MM/DD/YYYY h:mm AM'],
])('a day and time %s is refused: %s', (typed, problem) => {
  expect(readDate(typed, { withTime: true })).toEqual({ problem });
});

test('a two-digit year is applied only when the user leaves the field', () => {
  expect(isWhole('1/2/20')).toBe(false);
  expect(isWhole('1/2/2026')).toBe(true);
  expect(isWhole('01022026')).toBe(true);
});
