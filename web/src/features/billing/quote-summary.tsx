import { day, money } from '@/shared/lib/format';
import classes from './billing.module.css';
import type { Plan, Plans, SeatCounts } from './calls';
import { texts } from './texts';

type Props = { quote: Plan['month']['quote']; seats: SeatCounts; state: Plans['state']; isOwn: boolean };

/** The amounts due now and later, line by line. */
export function QuoteSummary({ quote, seats, state, isOwn }: Props) {
  const isFree = Number(quote.dueNow) === 0;
  const dollars = (amount: string) => money(amount) || '$0';
  return (
    <section className={classes.summary} aria-label={texts.summary}>
      <h3>{texts.summary}</h3>
      <dl>
        {!isOwn && (
          <div>
            <dt>
              {texts.officerSeats(seats.LO)}, {texts.supportSeats(seats.SUPPORT)}
            </dt>
          </div>
        )}
        {!isFree && (
          <div>
            <dt>{texts.rest(day(quote.startsOn), day(quote.endsOn))}</dt>
            <dd>{dollars(quote.subtotal)}</dd>
          </div>
        )}
        {Number(quote.credit) > 0 && (
          <div>
            <dt>{texts.credit}</dt>
            <dd>-{dollars(quote.credit)}</dd>
          </div>
        )}
        <div className={classes.total}>
          <dt>{texts.dueNow}</dt>
          <dd>{dollars(quote.dueNow)}</dd>
        </div>
      </dl>
      <p>
        {isFree && state === 'TRIAL'
          ? texts.trialGoesOn(dollars(quote.nextAmount), day(quote.nextOn))
          : texts.next(dollars(quote.nextAmount), day(quote.nextOn))}
      </p>
    </section>
  );
}
