import { useQuery } from '@tanstack/react-query';
import { dayAndTime, daysSince } from '@/shared/lib/format';
import { StageName } from '@/shared/records/stage-name';
import { Loaded, Panel } from '@/shared/ui/panel';
import { type StageEntry, stagesQuery } from './stages';
import classes from './stages.module.css';
import { texts } from './texts';

/** The loan's stages, newest first, with duration, user and reason. */
export function StageHistory({ loanId }: { loanId: number }) {
  const stages = useQuery(stagesQuery(loanId));
  return (
    <Panel title={texts.history}>
      <Loaded query={stages}>
        {({ rows }) => (
          <ol className={classes.history} aria-label={texts.history}>
            {rows.map((entry) => (
              <li key={entry.id} data-current={!entry.until || undefined}>
                <StageName stage={entry.stage} />
                <span className={classes.days}>
                  {texts.days(daysSince(entry.at, entry.until ? new Date(entry.until) : undefined))}
                </span>
                <span className={classes.when}>
                  {texts.by(dayAndTime(entry.at), entry.ruleName ? texts.rule(entry.ruleName) : entry.byName)}
                </span>
                {why(entry) && <span className={classes.why}>{why(entry)}</span>}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  );
}

const why = ({ reasonName, denialReasons, reason }: StageEntry): string =>
  [reasonName, denialReasons.join(', '), reason].filter(Boolean).join(': ');
