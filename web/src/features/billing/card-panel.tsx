import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { cardMonth } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Panel } from '@/shared/ui/panel';
import classes from './billing.module.css';
import type { Subscription } from './calls';
import { texts } from './texts';

const CardDialog = onDemand(() => import('./card-dialog'));

/** The card that is charged. */
export function CardPanel({ subscription }: { subscription: Subscription }) {
  const { paymentMethod: card, state } = subscription;
  const [isOpen, setOpen] = useState(false);
  const isDue = state === 'PAST_DUE';
  return (
    <Panel
      title={texts.payment}
      action={
        (isDue || card) && (
          <Button variant={isDue ? 'filled' : 'default'} onClick={() => setOpen(true)}>
            {isDue ? texts.payNow : texts.replaceCard}
          </Button>
        )
      }
    >
      {card ? (
        <p className={classes.plain}>
          {texts.presentCard(card.brand, card.lastFour)}
          <span className={classes.why}>{texts.cardExpires(cardMonth(card.expiresOn))}</span>
        </p>
      ) : (
        <p className={classes.plain}>{texts.noCard}</p>
      )}
      <Suspense>{isOpen && <CardDialog subscription={subscription} onClose={() => setOpen(false)} />}</Suspense>
    </Panel>
  );
}
