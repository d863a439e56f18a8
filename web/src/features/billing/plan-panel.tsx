import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { day, money } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './billing.module.css';
import { type Subscription, usePlaceOrder } from './calls';
import { texts } from './texts';
import { openUpgrade } from './use-upgrade';

const CancelDialog = onDemand(() => import('./cancel-dialog'));

const isCancelled = ({ state }: Subscription) => state === 'ADMIN_CANCELLED' || state === 'USER_CANCELLED';

/** Severity of the state, for the color of its label. */
function toneOf({ state, restricted }: Subscription): 'good' | 'notice' | 'bad' {
  if (restricted) return 'bad';
  return state === 'ACTIVE' || state === 'TRIAL' ? 'good' : 'notice';
}

/** The plan with its dates, and buttons to change it. */
export function PlanPanel({ subscription }: { subscription: Subscription }) {
  const { payer, state, planName, period, nextOn, nextAmount, periodEndsOn } = subscription;
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Panel
      title={texts.plan}
      text={texts.planText[payer]}
      action={<Actions of={subscription} onCancel={() => setCancelling(true)} />}
    >
      {state === 'NONE' ? (
        <p className={classes.plain}>{texts.noPlan}</p>
      ) : (
        <dl className={classes.facts}>
          <div>
            <dt>{texts.plan}</dt>
            <dd>{planName}</dd>
          </div>
          <div>
            <dt>{texts.billed}</dt>
            <dd>{period && texts.periodName[period]}</dd>
          </div>
          <div>
            <dt>{texts.status}</dt>
            <dd>
              <span className={classes.state} data-tone={toneOf(subscription)}>
                {texts.state[state]}
              </span>
            </dd>
          </div>
          {nextOn && (
            <div>
              <dt>{texts.nextPayment}</dt>
              <dd>{texts.nextPaymentValue(money(nextAmount), day(nextOn))}</dd>
            </div>
          )}
          {!nextOn && periodEndsOn && state !== 'PAST_DUE' && (
            <div>
              <dt>{texts.paidUntil}</dt>
              <dd>{day(periodEndsOn)}</dd>
            </div>
          )}
        </dl>
      )}
      <Notice of={subscription} />
      <Suspense>
        {isCancelling && <CancelDialog subscription={subscription} onClose={() => setCancelling(false)} />}
      </Suspense>
    </Panel>
  );
}

/** Notices about the subscription. */
function Notice({ of }: { of: Subscription }) {
  const lines = noticesOf(of);
  if (lines.length === 0) return null;
  return (
    <p className={classes.notice} data-tone={of.state === 'TRIAL' ? undefined : toneOf(of)}>
      {lines.join(' ')}
    </p>
  );
}

function noticesOf(of: Subscription): string[] {
  if (of.state === 'TRIAL' && of.trialEndsOn) {
    return [texts.trialUntil(day(of.trialEndsOn)), ...(of.paymentMethod ? [] : [texts.trialNoCard])];
  }
  if (of.state === 'PAST_DUE' && of.pastDueOn) return [texts.missingSince(day(of.pastDueOn))];
  if (!isCancelled(of) || !of.periodEndsOn) return [];
  const last = of.restricted ? texts.ranOut(day(of.periodEndsOn)) : texts.runsOut(day(of.periodEndsOn));
  return of.resumableUntil ? [last, texts.resumableUntil(day(of.resumableUntil))] : [last];
}

function Actions({ of, onCancel }: { of: Subscription; onCancel: () => void }) {
  const placing = usePlaceOrder();
  const { payer, state } = of;
  const resume = () => {
    if (!of.planId || !of.period) return;
    placing.mutate(
      { order: { payer, planId: of.planId, period: of.period, seats: of.seats }, card: null, isUpgrade: false },
      {
        onSuccess: () => toast.success(texts.upgraded(of.planName ?? '')),
        onError: (error) => toast.error(error.message),
      },
    );
  };
  const choose = () => void openUpgrade(payer);
  if (isCancelled(of) && !of.restricted) {
    return (
      <Button loading={placing.isPending} onClick={resume}>
        {texts.resume}
      </Button>
    );
  }
  if (state === 'NONE' || isCancelled(of)) return <Button onClick={choose}>{texts.choosePlan}</Button>;
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel}>
        {texts.cancelPlan}
      </Button>
      {state !== 'PAST_DUE' && (!of.isPro || of.period === 'MONTH' || state === 'TRIAL') && (
        <Button onClick={choose}>{state === 'TRIAL' ? texts.choosePlan : texts.upgrade}</Button>
      )}
    </div>
  );
}
