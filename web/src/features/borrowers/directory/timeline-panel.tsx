import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from '@/features/contacts/contacts.module.css';
import { dayAndTime } from '@/shared/lib/format';
import { Loaded, Panel } from '@/shared/ui/panel';
import { type TimelineEntry, timelineQuery } from './borrowers';
import { texts } from './texts';

/** Events of all the borrower's loans, newest first. */
export function TimelinePanel({ id }: { id: number }) {
  const timeline = useQuery(timelineQuery(id));
  return (
    <Panel title={texts.timeline}>
      <Loaded query={timeline}>
        {(entries) =>
          entries.length === 0 ? (
            <p className={classes.quiet}>{texts.nothingYet}</p>
          ) : (
            <ol className={classes.timeline} aria-label={texts.timeline}>
              {entries.map((entry) => (
                <li key={`${entry.at} ${entry.kind} ${entry.loanId} ${entry.leadId} ${entry.stageName}`}>
                  <What entry={entry} />
                  <time dateTime={entry.at}>
                    {[dayAndTime(entry.at), entry.by && texts.by(entry.by)].filter(Boolean).join(' ')}
                  </time>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  );
}

function What({ entry }: { entry: TimelineEntry }) {
  const { kind, loanId, loanNumber, leadId, stageName } = entry;
  const label = texts.events[kind as keyof typeof texts.events] ?? kind;
  return (
    <span>
      {[label, stageName].filter(Boolean).join(' ')}
      {loanId && (
        <>
          {' · '}
          <Link to="/app/loans/$loanId/loan-info" params={{ loanId }} className={classes.link}>
            {loanNumber}
          </Link>
        </>
      )}
      {leadId && (
        <>
          {' · '}
          <Link to="/app/leads/$leadId" params={{ leadId }} className={classes.link}>
            {texts.lead(leadId)}
          </Link>
        </>
      )}
    </span>
  );
}
