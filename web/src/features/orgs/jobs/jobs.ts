import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type Jobs = Schemas['Jobs'];
export type JobKind = Schemas['JobKind'];
export type FailedJob = Schemas['FailedJob'];
export type JobRetry = Schemas['JobRetry'];

const askAgainMs = 5_000;

/** Background jobs, polled while the page is open. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => answer(api.GET('/api/org-admin/jobs', { headers: { 'x-background': '1' }, signal })),
  refetchInterval: askAgainMs,
  meta: { quiet: true },
});

/** Retries one job, or all failed jobs of a kind. */
export function useRetryJobs() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: JobRetry) => answer(api.POST('/api/org-admin/job-retries', { body })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
}
