import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Lead, LeadTimelineEntry } from '@/api/types';
import { day, dayAndTime } from '@/shared/lib/format';
import { LeadStatus } from '@/shared/records/lead-status';
import { NoteText } from '@/shared/ui/note/note-text';
import { Loaded, Panel } from '@/shared/ui/panel';
import { texts as joinTexts } from '../merge/texts';
import classes from './lead-page.module.css';
import { timelineQuery } from './lead-work';
import { LogForm } from './log-form';
import { texts } from './texts';

type Entry = LeadTimelineEntry;

/** Notes, calls and status changes of the lead, newest first. */
export function Timeline({ lead, isReadOnly }: { lead: Lead; isReadOnly: boolean }) {
  const timeline = useQuery(timelineQuery(lead.id));
  return (
    <Panel title={texts.timeline}>
      {!isReadOnly && <LogForm lead={lead} />}
      <Loaded query={timeline}>
        {({ rows }) => (
          <ol className={classes.timeline} aria-label={texts.timeline}>
            {rows.map((entry) => (
              <li key={entry.key}>
                <p className={classes.entryHead}>
                  <Head entry={entry} />
                  <span className={classes.quiet}>
                    {[entry.partOfLeadId && joinTexts.partOf(entry.partOfLeadId), entry.byName, dayAndTime(entry.at)]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </p>
                {entry.text && (entry.kind === 'NOTE' ? <NoteText html={entry.text} /> : <p>{entry.text}</p>)}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  );
}

/** A short title of the entry. */
function Head({ entry }: { entry: Entry }) {
  if (entry.kind === 'STATUS') {
    return (
      <span className={classes.entryKind}>
        <LeadStatus status={{ name: entry.statusName ?? '', kind: entry.statusKind ?? '' }} />
        {entry.lostReasonName && `: ${entry.lostReasonName}`}
        {entry.wakeOn && `, ${texts.wakes(day(entry.wakeOn)).toLowerCase()}`}
        {typeof entry.loanId === 'number' && (
          <>
            {entry.statusKind === 'Converted' ? texts.becameLoan : texts.cameBack}
            <Link to="/app/loans/$loanId/loan-center" params={{ loanId: entry.loanId }} className={classes.loan}>
              {texts.loan(entry.loanId)}
            </Link>
          </>
        )}
      </span>
    );
  }
  if (entry.kind === 'WOKEN') return <span className={classes.entryKind}>{texts.woken}</span>;
  const kind = texts.kinds[entry.kind as keyof typeof texts.kinds] ?? entry.kind;
  return <span className={classes.entryKind}>{entry.outcomeName ? `${kind}: ${entry.outcomeName}` : kind}</span>;
}
