import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { pageSize } from '@/shared/lib/constants';
import { isoToday } from '@/shared/lib/format';
import { daysOf, type Period } from './period';
import type { texts } from './texts';

const days = (period: Period) => ({ params: { query: daysOf(period, isoToday()) } });
const settings = { placeholderData: keepPreviousData, meta: { quiet: true } } as const;

export const callReportQuery = (period: Period) =>
  queryOptions({
    queryKey: ['reports', 'call', period],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/call', { ...days(period), signal })),
    ...settings,
  });

export const stateReportQuery = (period: Period) =>
  queryOptions({
    queryKey: ['reports', 'state', period],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/state', { ...days(period), signal })),
    ...settings,
  });

export const revenueReportQuery = (period: Period) =>
  queryOptions({
    queryKey: ['reports', 'revenue', period],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/revenue', { ...days(period), signal })),
    ...settings,
  });

export type DeadlineGrouping = keyof typeof texts.kept.groupings;
export type DeadlineOutcome = keyof typeof texts.kept.outcomes;

export const deadlineReportQuery = (period: Period, by: DeadlineGrouping) => {
  const query = { ...daysOf(period, isoToday()), by };
  return queryOptions({
    queryKey: ['reports', 'deadlines', query],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/deadlines', { params: { query }, signal })),
    ...settings,
  });
};

/** Identifies a number of the report. */
export type Reported = { by: DeadlineGrouping; key?: string | undefined; outcome: DeadlineOutcome };

export const reportedDeadlinesQuery = (period: Period, { key, ...of }: Reported) => {
  const asked = { ...daysOf(period, isoToday()), ...of, ...(key !== undefined && { key }), limit: pageSize };
  return infiniteQueryOptions({
    queryKey: ['reports', 'deadlines', 'loans', asked],
    queryFn: ({ signal, pageParam: offset }) =>
      answer(api.GET('/api/reports/deadlines/loans', { params: { query: { ...asked, offset } }, signal })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
    meta: { quiet: true },
  });
};
