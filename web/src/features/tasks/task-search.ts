import { oneOf, text } from '@/shared/lib/search-values';
import type { Sorting } from '@/shared/ui/data-table/column';

export const views = ['MINE', 'TEAM', 'UNASSIGNED', 'OVERDUE', 'LOANS'] as const;
export type View = (typeof views)[number];

/** Search parameters of the task list. */
export type TaskSearch = {
  view?: View;
  /** A board or a calendar instead of a list. */
  as?: 'board' | 'calendar';
  /** The calendar's selected day, such as `2026-11-30`, and its span. */
  on?: string;
  span?: 'week';
  status?: 'DONE';
  string?: string;
  orderBy?: 'due' | 'updated' | 'loan';
  sort?: 'ASC' | 'DESC';
  after?: string;
  /** A task opened over the list. */
  task?: number;
};

const whole = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

const isoDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Reads an address. Unknown values are dropped. */
export function taskSearch(search: Record<string, unknown>): TaskSearch {
  const read: TaskSearch = {
    view: oneOf(views, search.view),
    as: oneOf(['board', 'calendar'] as const, search.as),
    on: isoDay(search.on),
    span: oneOf(['week'] as const, search.span),
    status: oneOf(['DONE'] as const, search.status),
    string: text(search.string),
    orderBy: oneOf(['due', 'updated', 'loan'] as const, search.orderBy),
    sort: oneOf(['ASC', 'DESC'] as const, search.sort),
    after: text(search.after),
    task: whole(search.task),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The user's own tasks unless the address says otherwise. */
export const viewOf = ({ view }: TaskSearch): View => view ?? 'MINE';

export type Layout = 'list' | 'board' | 'calendar';

/** A list unless the address says otherwise. */
export const layoutOf = (search: TaskSearch): Layout => search.as ?? 'list';

/** Sorted by due date, by loan, or done tasks by last change, unless the address says otherwise. */
export function sortingOf(search: TaskSearch): Sorting {
  const usual = viewOf(search) === 'LOANS' ? 'loan' : search.status === 'DONE' ? 'updated' : 'due';
  const orderBy = search.orderBy ?? usual;
  return { orderBy, sort: search.sort ?? (orderBy === 'updated' ? 'DESC' : 'ASC') };
}
