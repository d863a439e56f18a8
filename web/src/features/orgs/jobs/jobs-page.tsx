import { useQuery } from '@tanstack/react-query';
import { integer } from '@/shared/lib/format';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import { toast } from '@/shared/ui/toasts/toast-store';
import { FailureTable } from './failure-table';
import { totalOf, waitOf } from './job-texts';
import { type JobKind, type JobRetry, jobsQuery, useRetryJobs } from './jobs';
import { KindTable } from './kind-table';
import { texts } from './texts';

/** Background jobs of all companies: queue, failures and retries. */
export function JobsPage() {
  const jobs = useQuery(jobsQuery);
  const retry = useRetryJobs();
  const onRetry = (which: JobRetry) =>
    retry.mutate(which, { onSuccess: ({ count }) => toast.success(texts.retried(count)) });
  return (
    <SummaryPage title={texts.title} text={texts.text}>
      {jobs.data && <Figures kinds={jobs.data.kinds} />}
      <Panel
        title={texts.failures}
        text={jobs.data?.failuresAreCapped ? texts.failuresCapped(jobs.data.failures.length) : texts.failuresText}
      >
        <Loaded query={jobs}>
          {({ failures }) => (
            <div className={classes.edge}>
              {failures.length > 0 ? (
                <FailureTable rows={failures} onRetry={onRetry} />
              ) : (
                <p className={classes.none}>{texts.noFailures}</p>
              )}
            </div>
          )}
        </Loaded>
      </Panel>
      <Panel title={texts.kinds}>
        <Loaded query={jobs}>
          {({ kinds }) => (
            <div className={classes.edge}>
              <KindTable rows={kinds} onRetry={onRetry} />
            </div>
          )}
        </Loaded>
      </Panel>
    </SummaryPage>
  );
}

function Figures({ kinds }: { kinds: readonly JobKind[] }) {
  const { waiting, running, later, failed, oldestDueAt } = totalOf(kinds);
  const figures = [
    [texts.waiting, waiting, oldestDueAt ? texts.oldest(waitOf(oldestDueAt)) : texts.nothingWaits],
    [texts.running, running, texts.runningNote],
    [texts.later, later, texts.laterNote],
    [texts.failed, failed, texts.failedNote],
  ] as const;
  return (
    <ul className={classes.figures} aria-label={texts.title}>
      {figures.map(([name, count, note]) => (
        <li key={name} className={classes.figure}>
          <span>{name}</span>
          <strong>{integer(count)}</strong>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  );
}
