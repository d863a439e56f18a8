import { Button, Group, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { money } from '@/shared/lib/format';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import classes from './billing.module.css';
import { type Card, type Plan, type Plans, type SeatCounts, type Subscription, usePlaceOrder } from './calls';
import { cardSchema, emptyCard, refusedCard } from './card-fields';
import { CardForm } from './card-form';
import { ConfirmPayment } from './confirm-payment';
import { type Choice, firstChoice, isOffered, isPresent, isUpgrade, offerOf, type Period } from './plan-choice';
import { QuoteSummary } from './quote-summary';
import { texts } from './texts';
import type { Payer } from './upgrade-rule';

type Props = {
  payer: Payer;
  plans: Plans;
  /** Chosen seats. Defaults to as many as the users need. */
  seats?: SeatCounts;
  /** The initial choice. */
  start?: Choice;
  onCancel: () => void;
  onDone: (subscription: Subscription) => void;
};

/** Plan, period, price and card. */
export function PlanForm({ payer, plans, seats, start, onCancel, onDone }: Props) {
  const [choice, setChoice] = useState<Choice>(start ?? firstChoice(plans));
  const order = useOrder(payer, plans, seats, onDone);
  const plan = plans.rows.find(({ id }) => id === choice.planId);
  if (order.awaits) return <ConfirmPayment payer={payer} onRefused={order.refused} onDone={onDone} />;
  if (!plan) return null;
  const nothingNew = isPresent(plans, choice) && !seats;
  return (
    <form noValidate className={classes.order} onSubmit={order.place(choice)}>
      <fieldset disabled={order.isBusy} className={classes.columns}>
        <div className={classes.left}>
          <PeriodSwitch plans={plans} choice={choice} onChange={setChoice} />
          <PlanCards payer={payer} plans={plans} choice={choice} onChange={setChoice} />
        </div>
        <div className={classes.right}>
          <QuoteSummary
            quote={offerOf(plan, choice.period).quote}
            seats={plans.seats}
            state={plans.state}
            isOwn={payer === 'SELF'}
          />
          <PayBy plans={plans} order={order} />
        </div>
      </fieldset>
      <div role="alert" className={classes.problem}>
        {order.problem}
      </div>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel}>
          {texts.cancelButton}
        </Button>
        <Button type="submit" loading={order.isBusy} disabled={nothingNew}>
          {seats ? texts.addSeats : isUpgrade(plans) ? texts.upgradeTo(plan.name) : texts.payFor(plan.name)}
        </Button>
      </Group>
    </form>
  );
}

/** State of the card form and of the order. */
function useOrder(payer: Payer, plans: Plans, seats: SeatCounts | undefined, onDone: (paid: Subscription) => void) {
  const [isOther, setOther] = useState(!plans.paymentMethod);
  const [awaits, setAwaits] = useState(false);
  const [bankProblem, setBankProblem] = useState('');
  const form = useForm<Card>({ defaultValues: emptyCard, resolver: schemaResolver<Card>(cardSchema) });
  const placing = usePlaceOrder();
  const send = (choice: Choice, card: Card | null) => {
    setBankProblem('');
    placing.mutate(
      {
        order: { payer, planId: choice.planId, period: choice.period, ...(seats && { seats }) },
        card,
        isUpgrade: isUpgrade(plans),
      },
      {
        onSuccess: (subscription) => (subscription.awaitsPayer ? setAwaits(true) : onDone(subscription)),
        onError: (error) => {
          const problems = refusedCard(error);
          // The form shows no card on file, so if that card is refused, ask for another one.
          if (problems.length > 0 && !isOther) setOther(true);
          for (const [field, message] of problems) form.setError(field, { message });
        },
      },
    );
  };
  const hasCardErrors = refusedCard(placing.error).length > 0;
  useFocusAfter(placing.isPending, () => {
    const [first] = refusedCard(placing.error);
    if (first) form.setFocus(first[0]);
  });
  return {
    form,
    isOther,
    setOther,
    awaits,
    refused: (message: string) => {
      setAwaits(false);
      setBankProblem(message);
    },
    isBusy: placing.isPending,
    problem: bankProblem || (placing.error instanceof ApiError && !hasCardErrors ? placing.error.message : ''),
    place: (choice: Choice) => (event: React.FormEvent) => {
      event.preventDefault();
      if (isOther) void form.handleSubmit((card) => send(choice, card))(event);
      else send(choice, null);
    },
  };
}

type ChoiceProps = { plans: Plans; choice: Choice; onChange: (choice: Choice) => void };

const PeriodSwitch = ({ plans, choice, onChange }: ChoiceProps) => (
  <div className={classes.period}>
    <SegmentedControl
      aria-label={texts.billed}
      value={choice.period}
      onChange={(period) => onChange({ ...choice, period: period as Period })}
      data={[
        { value: 'MONTH', label: texts.monthly, disabled: plans.state === 'ACTIVE' && plans.period === 'YEAR' },
        { value: 'YEAR', label: texts.yearly },
      ]}
    />
    <span className={classes.quiet}>{choice.period === 'YEAR' && texts.twoMonthsFree}</span>
  </div>
);

function PlanCards({ payer, plans, choice, onChange }: ChoiceProps & { payer: Payer }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={texts.plan} className={classes.plans}>
      {plans.rows.map((plan) => (
        <label key={plan.id} className={classes.plan} data-chosen={plan.id === choice.planId || undefined}>
          <input
            type="radio"
            name={name}
            value={plan.id}
            checked={plan.id === choice.planId}
            disabled={!isOffered(plans, { ...choice, planId: plan.id })}
            onChange={() => onChange({ ...choice, planId: plan.id })}
          />
          <span className={classes.planName}>{plan.name}</span>
          {isPresent(plans, { ...choice, planId: plan.id }) && <span className={classes.tag}>{texts.present}</span>}
          <Prices plan={plan} period={choice.period} payer={payer} />
          <ul>
            {(texts.features[plan.id] ?? []).map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </label>
      ))}
    </div>
  );
}

function Prices({ plan, period, payer }: { plan: Plan; period: Period; payer: Payer }) {
  const { officerSeat, supportSeat, quote } = offerOf(plan, period);
  const unit = texts.period[period];
  if (payer === 'SELF') return <span className={classes.price}>{texts.perSelf(money(quote.nextAmount), unit)}</span>;
  return (
    <span className={classes.price}>
      {texts.perOfficer(money(officerSeat), unit)}
      <br />
      {texts.perSupport(money(supportSeat), unit)}
    </span>
  );
}

/** Pays with the card on file or another one. */
function PayBy({ plans, order }: { plans: Plans; order: ReturnType<typeof useOrder> }) {
  const name = useId();
  const { paymentMethod: card } = plans;
  return (
    <div className={classes.payBy}>
      <h3>{texts.payBy}</h3>
      {card && (
        <div role="radiogroup" aria-label={texts.payBy} className={classes.cards}>
          <label>
            <input type="radio" name={name} checked={!order.isOther} onChange={() => order.setOther(false)} />
            {texts.presentCard(card.brand, card.lastFour)}
          </label>
          <label>
            <input type="radio" name={name} checked={order.isOther} onChange={() => order.setOther(true)} />
            {texts.otherCard}
          </label>
        </div>
      )}
      {order.isOther && <CardForm form={order.form} />}
    </div>
  );
}
