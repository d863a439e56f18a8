import { useQuery } from '@tanstack/react-query';
import { useNames } from '@/features/loans/views/filter-chips';
import { dayAndTime } from '@/shared/lib/format';
import { type Named, occasionText, runText } from './rule-text';
import { ruleLogQuery } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';
import { useRuleFields } from './use-rule-fields';

/** What a rule did on which loans, or would have done in test mode. */
export function RuleLog({ id, stages }: { id: number; stages: readonly Named[] }) {
  const rows = useQuery(ruleLogQuery(id)).data?.rows ?? [];
  const conditions = rows.flatMap(({ unmet }) => (unmet ? [{ ...unmet, operator: 'is' }] : []));
  const nameOf = useNames({ match: 'all', conditions }, useRuleFields());
  if (rows.length === 0) return null;
  return (
    <section aria-label={texts.log} className={classes.log}>
      <h3>{texts.log}</h3>
      <ul className={classes.runs}>
        {rows.map((entry) => (
          <li key={`${entry.LoanId} ${entry.at}`} data-unmet={entry.unmet ? true : undefined}>
            <span>
              <strong>{entry.borrowerName}</strong>: {runText(entry, nameOf, stages)}
            </span>
            <span className={classes.when}>
              {[entry.loanNumber, occasionText(entry), dayAndTime(entry.at)].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
