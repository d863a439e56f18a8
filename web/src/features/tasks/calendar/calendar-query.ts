import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { type Span, weeksAround } from '../days';
import type { TaskSearch } from '../task-search';
import { filtersOf, type TaskRow } from '../tasks';

export type TaskCalendar = components['schemas']['TaskCalendar'];
export type TaskDay = components['schemas']['TaskDay'];

/** Maximum tasks shown for a day. */
export const shownOf = { month: 3, week: 20 } as const;

/** Tasks of a month or a week, by day. */
export const calendarQuery = (search: TaskSearch, on: string, span: Span, each: number) => {
  const days = weeksAround(on, span).flat();
  const query = { ...filtersOf(search), from: days[0] ?? on, until: days.at(-1) ?? on, each };
  return queryOptions({
    queryKey: ['tasks', 'calendar', query],
    queryFn: ({ signal }) => answer(api.GET('/api/tasks/calendar', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

/** Tasks due on one day, at most a hundred. */
export const dayQuery = (search: TaskSearch, on: string) => {
  const query = { ...filtersOf(search), dueFrom: on, dueUntil: on, orderBy: 'due', limit: 100 };
  return queryOptions({
    queryKey: ['tasks', 'board', 'day', query],
    queryFn: ({ signal }) => answer(api.GET('/api/tasks', { params: { query }, signal })),
    meta: { quiet: true },
  });
};

/** The days after moved tasks are placed on their new days. */
export function withMoved(days: readonly TaskDay[], moved: ReadonlyMap<number, TaskRow>): ReadonlyMap<string, TaskDay> {
  const all = new Map(
    days.map((day): [string, TaskDay] => {
      const rows = day.rows.filter(({ id }) => !moved.has(id));
      return [day.on, { ...day, rows, count: day.count - (day.rows.length - rows.length) }];
    }),
  );
  for (const task of moved.values()) {
    if (!task.dueDate) continue;
    const there = all.get(task.dueDate) ?? { on: task.dueDate, count: 0, rows: [] };
    all.set(task.dueDate, { ...there, count: there.count + 1, rows: [...there.rows, task] });
  }
  return all;
}
