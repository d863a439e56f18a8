import { dayOf, daysSince } from '@/shared/lib/format';
import classes from './stage.module.css';

type Tone = 'gray' | 'blue' | 'indigo' | 'violet' | 'amber' | 'teal' | 'green' | 'red';

/** Fixed kinds of stages, and the color of each group; companies name their stages themselves. */
const tones: Record<string, Tone> = {
  lead: 'gray',
  prospect: 'gray',
  applicationstarted: 'blue',
  applicationtaken: 'blue',
  preapproved: 'indigo',
  loansetup: 'indigo',
  disclosuressent: 'violet',
  submittedtolender: 'violet',
  suspended: 'amber',
  approvedwithconditions: 'teal',
  cleartoclose: 'teal',
  docsout: 'green',
  signed: 'green',
  funded: 'green',
  postclosing: 'green',
  withdrawn: 'red',
  denied: 'red',
  approvednotaccepted: 'red',
  closedincomplete: 'red',
  archived: 'gray',
};

/** The color of a kind, however its words are joined. */
export const stageTone = (kind: string): Tone => tones[kind.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? 'gray';

type Stage = { name: string; kind: string };

/** A stage: a small colored square, and the word that carries the meaning. */
export function StageName({ stage }: { stage: Stage }) {
  return (
    <span className={classes.stage} data-tone={stageTone(stage.kind)}>
      {stage.name}
    </span>
  );
}

/** A stage and how long the loan has been in it. */
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
