import { expect, it } from 'vitest';
import { boundsOf, columnOf, columns, moveTo } from './columns';

const today = '2026-11-23';

it('each day belongs to one column, and a moved task belongs to its column', () => {
  const days = [null, '2026-01-01', '2026-11-22', today, '2026-11-24', '2026-11-30', '2026-12-01', '2028-01-01'];
  for (const dueDate of days) {
    const holding = columns.filter((column) => {
      const { status, dueFrom = '0000', dueUntil = '9999-12-31' } = boundsOf(column, today);
      const on = dueDate ?? '9999-12-31';
      return !status && dueFrom <= on && on <= dueUntil;
    });
    expect(holding, String(dueDate)).toEqual([columnOf({ status: 'TODO', dueDate }, today)]);
  }
  expect(columnOf({ status: 'DONE', dueDate: '2026-01-01' }, today)).toBe('DONE');
  for (const column of columns) {
    const place = moveTo(column, today);
    const there = place && columnOf({ status: place.status ?? 'TODO', dueDate: place.dueDate ?? null }, today);
    expect(there).toBe(column === 'OVERDUE' ? null : column);
  }
});
