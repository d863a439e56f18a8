import { dayOf, daysSince } from '@/shared/lib/format';
import classes from './stage-name.module.css';

type Tone = 'gray' | 'blue' | 'indigo' | 'violet' | 'amber' | 'teal' | 'green' | 'red';

/** Colors by fixed kind of stage. Companies choose the names. */
const tones: Record<string, Tone> = {
  Lead: 'gray',
  Prospect: 'gray',
  ApplicationStarted: 'blue',
  ApplicationTaken: 'blue',
  PreApproved: 'indigo',
  LoanSetup: 'indigo',
  DisclosuresSent: 'violet',
  SubmittedToLender: 'violet',
  Suspended: 'amber',
  ApprovedWithConditions: 'teal',
  ClearToClose: 'teal',
  DocsOut: 'green',
  Signed: 'green',
  Funded: 'green',
  PostClosing: 'green',
  Withdrawn: 'red',
  Denied: 'red',
  ApprovedNotAccepted: 'red',
  Incomplete: 'red',
  Archived: 'gray',
};

type Stage = { name: string; kind: string };

/** A stage with a colored square. The text carries the meaning. */
export function StageName({ stage }: { stage: Stage }) {
  return (
    <span className={classes.stage} data-tone={tones[stage.kind] ?? 'gray'}>
      <span className={classes.name}>{stage.name}</span>
    </span>
  );
}

/** A stage, and the loan's days in it. */
export function StageWithDays({ stage, since }: { stage: Stage; since: string }) {
  const days = daysSince(since);
  return (
    <span className={classes.withDays} title={`In this stage since ${dayOf(since)}`}>
      <StageName stage={stage} />
      <span className={classes.days}>
        {days} <abbr title={days === 1 ? 'day' : 'days'}>d</abbr>
      </span>
    </span>
  );
}
