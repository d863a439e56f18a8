import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { day, dayAndTime } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import type { ClockAct } from './clocks';
import classes from './deadlines.module.css';
import { texts } from './texts';

const RetractDialog = onDemand(() => import('./retract-dialog'));

type Props = { loanId: number; acts: readonly ClockAct[]; mayEdit: boolean };

/** Recorded events, newest first. Retracted ones stay, struck through. */
export function EventLog({ loanId, acts, mayEdit }: Props) {
  const [asked, setAsked] = useState<ClockAct | null>(null);
  return (
    <>
      <h3 className={classes.subject}>{texts.log}</h3>
      {acts.length === 0 && <p className={classes.quiet}>{texts.noActs}</p>}
      <ul className={classes.acts} aria-label={texts.log}>
        {acts.toReversed().map((act) => (
          <li key={act.id}>
            <div>
              <span className={classes.label} data-retracted={act.retraction ? true : undefined}>
                {act.label} {day(act.on)}
              </span>
              <span className={classes.quiet}>{eventDetails(act)}</span>
              {act.note && <span>{act.note}</span>}
              <span className={classes.quiet}>
                {act.retraction
                  ? texts.takenBack(act.retraction.by ?? '', act.retraction.reason)
                  : texts.by(act.recordedBy ?? '', dayAndTime(act.recordedAt))}
              </span>
            </div>
            {mayEdit && !act.retraction && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={texts.takeBackOf(`${act.label} ${day(act.on)}`)}
                onClick={() => setAsked(act)}
              >
                {texts.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>{asked && <RetractDialog loanId={loanId} act={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

/** Details of an event and its consequences. */
function eventDetails({ manner, receivedOn, restarts, details }: ClockAct): string {
  const { circumstance, fees = [] } = details as { circumstance?: string; fees?: string[] };
  return [
    manner && texts.manners[manner as keyof typeof texts.manners],
    receivedOn && texts.receivedOn(day(receivedOn)),
    restarts && texts.restarts,
    circumstance && texts.circumstances[circumstance as keyof typeof texts.circumstances],
    fees.join(', '),
  ]
    .filter(Boolean)
    .join(', ');
}
