import { expect, it } from 'vitest';
import { daysOf } from './period';

it('a period starts and ends by the calendar', () => {
  const on = (today: string) => (period: Parameters<typeof daysOf>[0]) => Object.values(daysOf(period, today));
  const november = on('2026-11-22');
  expect(november('thisMonth')).toEqual(['2026-11-01', '2026-11-30']);
  expect(november('thisQuarter')).toEqual(['2026-10-01', '2026-12-31']);
  expect(november('lastQuarter')).toEqual(['2026-07-01', '2026-09-30']);
  expect(november('thisYear')).toEqual(['2026-01-01', '2026-12-31']);
  expect(november('lastYear')).toEqual(['2025-01-01', '2025-12-31']);
  expect(on('2028-02-29')('lastQuarter')).toEqual(['2027-10-01', '2027-12-31']);
  expect(on('2028-02-29')('thisMonth')).toEqual(['2028-02-01', '2028-02-29']);
});
