import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNames } from '@/features/loans/views/filter-chips';
import { dayAndTime } from '@/shared/lib/format';
import { watchedLabels } from './rule-fields';
import { listed, type Named, runText } from './rule-text';
import { dryRunQuery, useDryRun } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';
import { useRuleFields } from './use-rule-fields';

const none = { match: 'all' as const, conditions: [] };
const nothing = { unmet: null, taskCount: 0, acts: [], refused: null };

/** What the saved rule would have done in the past 90 days. */
export function RuleDryRun({ id, stages }: { id: number; stages: readonly Named[] }) {
  const run = useQuery(dryRunQuery(id)).data?.dryRun;
  const start = useDryRun(id);
  const nameOf = useNames(none, useRuleFields());
  const isRunning = start.isPending || (run && !run.finishedAt);
  return (
    <section aria-label={texts.dryRun} className={classes.log}>
      <div className={classes.head}>
        <h3>{texts.dryRun}</h3>
        <Button variant="default" size="xs" loading={isRunning ?? false} onClick={() => start.mutate()}>
          {texts.dryRunStart}
        </Button>
      </div>
      <p className={classes.help} role="status">
        {!run && texts.dryRunHelp}
        {run && !run.finishedAt && texts.lookedAt(run.progress)}
        {run?.finishedAt &&
          `${texts.counted(run.eventCount, run.loanCount, run.taskCount)} (${dayAndTime(run.askedAt)})`}
      </p>
      {run && run.leftOut.length > 0 && (
        <p className={classes.help}>
          {texts.leftOut(
            listed(
              run.leftOut.map((field) => watchedLabels[field]),
              texts.and,
            ),
          )}
        </p>
      )}
      {run && run.loans.length > 0 && (
        <ul className={classes.runs} aria-label={texts.dryRunLoans}>
          {run.loans.map((loan) => (
            <li key={loan.LoanId}>
              <span>
                <strong>{loan.borrowerName}</strong>: {runText({ ...nothing, would: loan.would }, nameOf, stages)}
              </span>
              <span className={classes.when}>{[loan.loanNumber, texts.times(loan.times)].join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
