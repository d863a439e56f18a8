import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { Panel } from '@/shared/ui/panel';
import classes from './billing.module.css';
import type { Subscription } from './calls';
import { texts } from './texts';

const SeatsDialog = onDemand(() => import('./seats-dialog'));

/** Paid and used seats, and the users without one. */
export function SeatsPanel({ subscription }: { subscription: Subscription }) {
  const { seats, used, unseated, officersOnSupportSeats, state } = subscription;
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={texts.seats}
      text={texts.seatsText}
      action={
        state === 'ACTIVE' && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.addSeats}
          </Button>
        )
      }
    >
      <dl className={classes.facts}>
        {(['LO', 'SUPPORT'] as const).map((kind) => (
          <div key={kind}>
            <dt>{texts.seatKind[kind]}</dt>
            <dd>{texts.seatsUsed(used[kind], seats[kind])}</dd>
          </div>
        ))}
      </dl>
      {officersOnSupportSeats > 0 && (
        <p className={classes.notice} data-tone="notice">
          {texts.officersOnSupport(officersOnSupportSeats)}
        </p>
      )}
      {unseated.length > 0 && (
        <p className={classes.notice} data-tone="bad">
          {texts.unseated(unseated.join(', '))}
        </p>
      )}
      <Suspense>{isOpen && <SeatsDialog subscription={subscription} onClose={() => setOpen(false)} />}</Suspense>
    </Panel>
  );
}
