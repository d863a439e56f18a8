import { integer } from '@/shared/lib/format';
import type { JobKind } from './jobs';

/** A readable job name: `send-mail` becomes `Send mail`. */
export const kindName = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');

/** A count for a table, where zero is blank. */
export const countOrNone = (count: number): string => (count > 0 ? integer(count) : '');

/** Time since an instant, in the largest whole unit: `40 seconds`, `5 minutes`, `3 hours`, `2 days`. */
export function waitOf(since: string, now: Date = new Date()): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 1000));
  const text = (value: number, unit: string) => `${integer(value)} ${unit}${value === 1 ? '' : 's'}`;
  if (seconds < 60) return text(seconds, 'second');
  if (seconds < 3600) return text(Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return text(Math.floor(seconds / 3600), 'hour');
  return text(Math.floor(seconds / 86_400), 'day');
}

/** Totals of all kinds. */
export function totalOf(kinds: readonly JobKind[]) {
  const sum = (count: (kind: JobKind) => number) => kinds.reduce((total, kind) => total + count(kind), 0);
  const dueSince = kinds.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort();
  return {
    waiting: sum(({ waiting }) => waiting),
    running: sum(({ running }) => running),
    later: sum(({ later }) => later),
    failed: sum(({ retrying, failed }) => retrying + failed),
    oldestDueAt: dueSince[0],
  };
}
