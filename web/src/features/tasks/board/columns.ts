import { daysLater } from '../days';
import type { TaskMove } from '../task-moves';
import type { TaskRow } from '../tasks';

/** The board's columns, by due date. */
export const columns = ['OVERDUE', 'TODAY', 'SOON', 'LATER', 'DONE'] as const;
export type ColumnKey = (typeof columns)[number];

/** Number of days after today that count as soon. */
const soonDays = 7;

/** The filter for the tasks of a column. */
export function boundsOf(column: ColumnKey, today: string): { status?: 'DONE'; dueFrom?: string; dueUntil?: string } {
  switch (column) {
    case 'OVERDUE':
      return { dueUntil: daysLater(today, -1) };
    case 'TODAY':
      return { dueFrom: today, dueUntil: today };
    case 'SOON':
      return { dueFrom: daysLater(today, 1), dueUntil: daysLater(today, soonDays) };
    case 'LATER':
      return { dueFrom: daysLater(today, soonDays + 1) };
    case 'DONE':
      return { status: 'DONE' };
  }
}

/** The column of a task. Tasks without a date belong to Later. */
export function columnOf({ status, dueDate }: Pick<TaskRow, 'status' | 'dueDate'>, today: string): ColumnKey {
  if (status === 'DONE') return 'DONE';
  if (!dueDate || dueDate > daysLater(today, soonDays)) return 'LATER';
  if (dueDate > today) return 'SOON';
  return dueDate === today ? 'TODAY' : 'OVERDUE';
}

/**
 * The change that moves a task to a column: its due date becomes the column's last day. No task can be moved to
 * Overdue.
 */
export function moveTo(column: ColumnKey, today: string): TaskMove | null {
  switch (column) {
    case 'OVERDUE':
      return null;
    case 'TODAY':
      return { status: 'TODO', dueDate: today };
    case 'SOON':
      return { status: 'TODO', dueDate: daysLater(today, soonDays) };
    case 'LATER':
      return { status: 'TODO', dueDate: daysLater(today, 2 * soonDays) };
    case 'DONE':
      return { status: 'DONE' };
  }
}
