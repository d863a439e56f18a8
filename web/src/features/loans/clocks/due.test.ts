import { expect, test } from 'vitest';
import { dueText, urgencyOf, weekday } from './due';

test('a near deadline is shown in words', () => {
  const textOf = (dueOn: string) => dueText(dueOn, '2026-12-31');
  expect(textOf('2026-12-30')).toBe('Overdue 12/30/2026');
  expect(textOf('2026-12-31')).toBe('Due today');
  expect(textOf('2027-01-01')).toBe('Due tomorrow');
  expect(textOf('2027-01-02')).toBe('01/02/2027');
});

test('a passed mail-by day is not overdue while the Closing Disclosure can still be received', () => {
  const textOf = (receiptBy: string | null) => dueText('2026-12-30', '2026-12-31', receiptBy);
  expect(textOf('2027-01-02')).toBe('Mail-by day passed');
  expect(textOf('2026-12-31')).toBe('Mail-by day passed');
  expect(textOf('2026-12-30')).toBe('Overdue 12/30/2026');
  expect(textOf(null)).toBe('Overdue 12/30/2026');
  expect(urgencyOf('2026-12-30', '2026-12-31', '2027-01-02')).toBe('mailByPassed');
});

test('a day has a weekday and an urgency', () => {
  expect(weekday('2026-11-11')).toBe('Wed 11/11/2026');
  expect(urgencyOf('2026-11-12', '2026-11-11')).toBe('tomorrow');
});
