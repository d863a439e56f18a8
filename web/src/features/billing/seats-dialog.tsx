import '@/shared/ui/modal-styles';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, Group, Modal, NumberInput, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modalWidths, searchDebounceMs } from '@/shared/lib/constants';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './billing.module.css';
import { plansQuery, type SeatCounts, type Subscription, usePlaceOrder } from './calls';
import { ConfirmPayment } from './confirm-payment';
import { offerOf } from './plan-choice';
import { QuoteSummary } from './quote-summary';
import { texts } from './texts';

/** Buys seats for the rest of the period with the card on file. */
export default function SeatsDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { payer, planId, period, seats: bought } = subscription;
  const [seats, setSeats] = useState<SeatCounts>(bought);
  const [asked] = useDebouncedValue(seats, searchDebounceMs);
  const plans = useQuery({ ...plansQuery(payer, asked), placeholderData: keepPreviousData });
  const placing = usePlaceOrder();
  const [awaits, setAwaits] = useState(false);
  const plan = plans.data?.rows.find(({ id }) => id === planId);
  const isMore = seats.LO > bought.LO || seats.SUPPORT > bought.SUPPORT;
  const isQuoted = plans.data?.seats.LO === seats.LO && plans.data.seats.SUPPORT === seats.SUPPORT;
  const done = () => {
    toast.success(texts.paid);
    onClose();
  };
  const order = () => {
    if (!planId || !period) return;
    placing.mutate(
      { order: { payer, planId, period, seats }, card: null, isUpgrade: true },
      { onSuccess: ({ awaitsPayer }) => (awaitsPayer ? setAwaits(true) : done()) },
    );
  };
  return (
    <Modal opened onClose={onClose} title={texts.seatsTitle} size={modalWidths.small}>
      {awaits ? (
        <ConfirmPayment payer={payer} onRefused={() => setAwaits(false)} onDone={done} />
      ) : (
        <div className={classes.order}>
          <div className={classes.columns}>
            {(['LO', 'SUPPORT'] as const).map((kind) => (
              <NumberInput
                key={kind}
                label={texts.seatKind[kind]}
                value={seats[kind]}
                min={bought[kind]}
                max={10_000}
                allowDecimal={false}
                clampBehavior="strict"
                onChange={(value) => setSeats({ ...seats, [kind]: Number(value) || bought[kind] })}
              />
            ))}
          </div>
          {plan && period ? (
            isMore && <QuoteSummary quote={offerOf(plan, period).quote} seats={asked} state="ACTIVE" isOwn={false} />
          ) : (
            <Skeleton height={120} radius={8} aria-hidden />
          )}
          <div role="alert" className={classes.problem}>
            {placing.error?.message}
          </div>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {texts.cancelButton}
            </Button>
            <Button disabled={!isMore || !isQuoted} loading={placing.isPending} onClick={order}>
              {texts.addSeats}
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  );
}
