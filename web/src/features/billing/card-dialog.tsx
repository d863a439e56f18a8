import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { modalWidths } from '@/shared/lib/constants';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './billing.module.css';
import { type Card, type Subscription, useReplaceCard } from './calls';
import { cardSchema, emptyCard, refusedCard } from './card-fields';
import { CardForm } from './card-form';
import { ConfirmPayment } from './confirm-payment';
import { texts } from './texts';

/** Replaces the card. A due payment is charged to the new card at once. */
export default function CardDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { payer, state } = subscription;
  const [isDue] = useState(state === 'PAST_DUE');
  const [awaits, setAwaits] = useState(false);
  const form = useForm<Card>({ defaultValues: emptyCard, resolver: schemaResolver<Card>(cardSchema) });
  const replacing = useReplaceCard(subscription);
  const done = () => {
    toast.success(isDue ? texts.paid : texts.cardSaved);
    onClose();
  };
  const save = (card: Card) =>
    replacing.mutate(card, {
      onSuccess: ({ awaitsPayer }) => (awaitsPayer ? setAwaits(true) : done()),
      onError: (error) => {
        for (const [field, message] of refusedCard(error)) form.setError(field, { message }, { shouldFocus: true });
      },
    });
  const refusedByBank = (message: string) => {
    setAwaits(false);
    form.setError('number', { message });
  };
  return (
    <Modal opened onClose={onClose} title={isDue ? texts.payTitle : texts.cardTitle} size={modalWidths.small}>
      {awaits ? (
        <ConfirmPayment payer={payer} onRefused={refusedByBank} onDone={done} />
      ) : (
        <form noValidate className={classes.order} onSubmit={form.handleSubmit(save)}>
          <CardForm form={form} />
          <div role="alert" className={classes.problem}>
            {refusedCard(replacing.error).length === 0 && replacing.error?.message}
          </div>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {texts.cancelButton}
            </Button>
            <Button type="submit" loading={replacing.isPending}>
              {isDue ? texts.payNow : texts.saveCard}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
