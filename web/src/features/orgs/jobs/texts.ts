import { integer } from '@/shared/lib/format';

export const texts = {
  title: 'Background jobs',
  text: 'Mail, imports and scheduled work. Failed jobs are retried with increasing delays.',
  waiting: 'Waiting',
  oldest: (wait: string) => `oldest: ${wait}`,
  nothingWaits: 'none overdue',
  running: 'Running',
  runningNote: 'in progress',
  later: 'Later',
  laterNote: 'not yet due',
  failed: 'Failed',
  failedNote: 'retrying or given up',
  failures: 'Failures',
  failuresText: 'Newest first, with the last error.',
  failuresCapped: (count: number) => `Showing the newest ${count}.`,
  noFailures: 'Nothing has failed.',
  kinds: 'Kinds of jobs',
  retry: 'Retry',
  retryOf: (kind: string, id: number) => `Retry ${kind} ${id}`,
  retryAll: 'Retry all',
  retryAllOf: (kind: string) => `Retry all of ${kind}`,
  retried: (count: number) =>
    count === 0
      ? 'No failed jobs left.'
      : count === 1
        ? '1 job will be retried.'
        : `${integer(count)} jobs will be retried.`,
  states: { RETRYING: 'Retrying', FAILED: 'Given up', SET_ASIDE: 'Set aside' } as Record<string, string>,
  columns: {
    kind: 'Job',
    state: 'State',
    error: 'Error',
    company: 'Company',
    tries: 'Tries',
    failedAt: 'Failed',
    waiting: 'Waiting',
    oldest: 'Oldest',
    running: 'Running',
    later: 'Later',
    failed: 'Failed',
    lastAt: 'Last scheduled run',
  },
} as const;
