import { integer } from '@/shared/lib/format';

/** Words of the page of jobs, in one place so that they can be translated. */
export const texts = {
  title: 'Jobs',
  text: 'Work that is done after the answer: mail, imports, nightly work. Any process takes it up, and what fails is tried again with longer and longer pauses.',
  waiting: 'Waiting',
  oldest: (wait: string) => `the oldest for ${wait}`,
  nothingWaits: 'nothing is late',
  running: 'Running',
  runningNote: 'taken by a process',
  later: 'Later',
  laterNote: 'not yet due',
  failed: 'Failed',
  failedNote: 'tried again, or given up',
  failures: 'Failures',
  failuresText: 'The newest first, each with the sentence of its last failure.',
  failuresCapped: (count: number) => `The newest ${count}; there are more.`,
  noFailures: 'Nothing has failed.',
  kinds: 'Kinds of jobs',
  retry: 'Retry',
  retryOf: (kind: string, id: number) => `Retry ${kind} ${id}`,
  retryAll: 'Retry all',
  retryAllOf: (kind: string) => `Retry all of ${kind}`,
  retried: (count: number) =>
    count === 0
      ? 'Nothing of it has failed any more.'
      : count === 1
        ? 'One job is tried again.'
        : `${integer(count)} jobs are tried again.`,
  states: { RETRYING: 'Retrying', FAILED: 'Given up', SET_ASIDE: 'Set aside' } as Record<string, string>,
  columns: {
    kind: 'Job',
    state: 'State',
    error: 'Why',
    company: 'Company',
    tries: 'Tries',
    failedAt: 'Failed',
    waiting: 'Waiting',
    oldest: 'Oldest',
    running: 'Running',
    later: 'Later',
    failed: 'Failed',
    lastAt: 'Last by the clock',
  },
} as const;
