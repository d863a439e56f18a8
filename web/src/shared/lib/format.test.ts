import { describe, expect, it } from 'vitest';
import {
  cardMonth,
  day,
  dayAndTime,
  dayAndTimeIn,
  dayOf,
  daysSince,
  fileSize,
  integer,
  loanToValue,
  money,
  moneyColumn,
  months,
  phone,
  rate,
  sum,
  wholePercent,
  zoneName,
} from './format';

describe('formatted values', () => {
  it('money has separators, and cents only if there are any', () => {
    expect(money('300000.00')).toBe('$300,000');
    expect(money('1250.5')).toBe('$1,250.50');
    expect(money('-556.42')).toBe('-$556.42');
    expect(money('12')).toBe('$12');
    expect(money(null)).toBe('');
  });

  it('a loan-to-value ratio is rounded up, in percent', () => {
    expect(loanToValue('540000.00', '675000.00')).toBe('80%');
    expect(loanToValue('318000.00', '590000.00')).toBe('53.9%');
    expect(loanToValue('400000.01', '500000.00')).toBe('80.01%');
    expect(loanToValue('1000000.00', '1000000.00')).toBe('100%');
    expect([loanToValue(null, '1.00'), loanToValue('1.00', '0.00'), loanToValue('1.00', null)]).toEqual(['', '', '']);
  });

  it('amounts of one column either all have cents or none do', () => {
    expect(['98.00', '1896.20', null].map(moneyColumn(['98.00', '1896.20']))).toEqual(['$98.00', '$1,896.20', '']);
    expect(['98.00', '310.00'].map(moneyColumn(['98.00', '310.00']))).toEqual(['$98', '$310']);
  });

  it('money is added without floating point', () => {
    expect(sum(['0.10', '0.20'])).toBe('0.30');
    expect(sum(['5000.00', '250.00', null, '99.99'])).toBe('5349.99');
    expect(sum(['100.00', '-350.05'])).toBe('-250.05');
    expect(sum([null, undefined])).toBe('');
  });

  it('dates are MM/DD/YYYY in every time zone', () => {
    expect(day('2026-03-01')).toBe('03/01/2026');
    expect(day(null)).toBe('');
    expect(cardMonth('2030-12-31')).toBe('12/2030');
    const noon = new Date(2026, 10, 20, 15, 5).toISOString();
    expect(dayOf(noon)).toBe('11/20/2026');
    expect(dayAndTime(noon)).toBe('11/20/2026 3:05 PM');
    expect(dayAndTime(new Date(2026, 0, 2, 0, 7).toISOString())).toBe('01/02/2026 12:07 AM');
  });

  it('days are counted by calendar days, not by hours', () => {
    const now = new Date(2026, 10, 20, 0, 30);
    expect(daysSince(new Date(2026, 10, 19, 23, 50).toISOString(), now)).toBe(1);
    expect(daysSince(new Date(2026, 10, 20, 0, 10).toISOString(), now)).toBe(0);
    expect(daysSince(new Date(2026, 10, 21).toISOString(), now)).toBe(0);
  });

  it('phones, rates, sizes and time spans are readable', () => {
    expect(phone('4155550132')).toBe('(415) 555-0132');
    expect(phone('+442079460958')).toBe('+442079460958');
    expect(rate('4.250')).toBe('4.250%');
    expect(fileSize(300)).toBe('300 bytes');
    expect(fileSize(84_000)).toBe('84 KB');
    expect(fileSize(5_300_000)).toBe('5.3 MB');
    expect(fileSize(10_000_000)).toBe('10 MB');
    expect(integer(1_234_567)).toBe('1,234,567');
    expect(months(29)).toBe('2 years 5 months');
    expect(months(12)).toBe('1 year');
    expect(months(0)).toBe('0 months');
  });
});

describe('a share in percent', () => {
  it('is rounded, but never to 0 or 100 %', () => {
    expect([0, 0.001, 0.236, 0.999, 1].map(wholePercent)).toEqual(['0%', '<1%', '24%', '>99%', '100%']);
  });
});

describe('a time zone other than the user’s', () => {
  it('has its own dates, times and name', () => {
    expect(dayAndTimeIn('2026-11-21T01:03:04Z', 'America/Los_Angeles')).toBe('11/20/2026 5:03:04 PM');
    expect(dayAndTimeIn('2026-07-01T04:00:00Z', 'America/New_York')).toBe('07/01/2026 12:00:00 AM');
    expect(zoneName('America/Denver')).toBe('Mountain Time');
  });
});
