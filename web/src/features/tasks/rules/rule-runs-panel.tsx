import { useQuery } from '@tanstack/react-query';
import { useNames } from '@/features/loans/views/filter-chips';
import { dayAndTime } from '@/shared/lib/format';
import { useLookups } from '@/shared/session/lookups';
import { Panel } from '@/shared/ui/panel';
import { occasionText, runText } from './rule-text';
import { ruleRunsQuery } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';
import { useRuleFields } from './use-rule-fields';

/** Which rules ran on a loan, and why others did not. Renders nothing if there are none. */
export default function RuleRunsPanel({ loanId }: { loanId: number }) {
  const rows = useQuery(ruleRunsQuery(loanId)).data?.rows ?? [];
  const conditions = rows.flatMap(({ unmet }) => (unmet ? [{ ...unmet, operator: 'is' }] : []));
  const nameOf = useNames({ match: 'all', conditions }, useRuleFields());
  const stages = useLookups().loanStages.map(({ id, name }) => ({ id, label: name }));
  if (rows.length === 0) return null;
  return (
    <Panel title={texts.runs}>
      <ul className={classes.runs} aria-label={texts.runs}>
        {rows.map((run) => (
          <li key={`${run.ruleId} ${run.at}`} data-unmet={run.unmet ? true : undefined}>
            <span>
              <strong>{run.ruleName}</strong>: {runText(run, nameOf, stages)}
            </span>
            <span className={classes.when}>{[occasionText(run), dayAndTime(run.at)].join(', ')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
