import { Button, Group } from '@mantine/core';
import { ApiError, fallbackMessage } from '@/api/errors';
import classes from './billing.module.css';
import { type Subscription, useConfirmPayment } from './calls';
import { texts } from './texts';
import type { Payer } from './upgrade-rule';

type Props = { payer: Payer; onRefused: (why: string) => void; onDone: (subscription: Subscription) => void };

/** The confirmation that the payer's bank asks for. In the sandbox the user answers for the bank. */
export function ConfirmPayment({ payer, onRefused, onDone }: Props) {
  const confirmation = useConfirmPayment();
  const say = (answer: 'approved' | 'refused') =>
    confirmation.mutate(
      { payer, confirmation: answer },
      {
        onSuccess: onDone,
        onError: (error) =>
          onRefused((error instanceof ApiError && (error.fields.paymentToken ?? error.message)) || fallbackMessage),
      },
    );
  return (
    <div className={classes.order}>
      <div>
        <h3 className={classes.subject}>{texts.confirmTitle}</h3>
        <p className={classes.plain}>{texts.confirmText}</p>
      </div>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" disabled={confirmation.isPending} onClick={() => say('refused')}>
          {texts.confirmNo}
        </Button>
        <Button data-autofocus loading={confirmation.isPending} onClick={() => say('approved')}>
          {texts.confirmYes}
        </Button>
      </Group>
    </div>
  );
}
