import { day } from '@/shared/lib/format';
import { StateMark } from '@/shared/ui/state-mark';
import { texts as loanTexts } from '../texts';
import type { LoanClock } from './clocks';
import classes from './deadlines.module.css';
import { dueText, urgencyOf, weekday } from './due';
import { texts } from './texts';

type Props = {
  clock: LoanClock;
  /** Last day on which the Closing Disclosure may be received, if the deadline is its mail-by day. */
  receiptBy?: string | null | undefined;
  today: string;
};

/** A deadline with its date. Opened, it shows the rule and how the date was counted. */
export function DeadlineRow({ clock, receiptBy, today }: Props) {
  const { label, citation, address, dayCountLabel, startedOn, days } = clock;
  return (
    <li>
      <details className={classes.clock}>
        <summary>
          <span className={classes.label}>{label}</span>
          <StateMark tone={toneOf(clock, today, receiptBy)}>{stateText(clock, today, receiptBy)}</StateMark>
        </summary>
        <div className={classes.why}>
          {startedOn && <p>{texts.startedOn(weekday(startedOn), dayCountLabel)}</p>}
          {days.length > 0 && (
            <ol>
              {days.map(({ on, number, skipped }) => (
                <li key={on} data-skipped={skipped ? true : undefined}>
                  {skipped ? (
                    texts.skipped(weekday(on), skipped)
                  ) : (
                    <>
                      {weekday(on)} <span>{texts.dayNumber(number ?? 0)}</span>
                    </>
                  )}
                </li>
              ))}
            </ol>
          )}
          <a href={address} target="_blank" rel="noreferrer" aria-label={texts.regulation(citation)}>
            {citation}
          </a>
        </div>
      </details>
    </li>
  );
}

type ReceiptBy = Props['receiptBy'];

function stateText(clock: LoanClock, today: string, receiptBy: ReceiptBy): string {
  const { state, dueOn, metOn, isLate, reason, isDeadline } = clock;
  switch (state) {
    case 'Met':
      return isLate ? texts.lateOn(day(metOn)) : texts.metOn(day(metOn));
    case 'Missed':
      return texts.missed(day(dueOn));
    case 'NotDue':
      return reason ?? '';
    default:
      if (!isDeadline) return day(dueOn);
      if (urgencyOf(dueOn ?? '', today) === 'later') return loanTexts.due.on(day(dueOn));
      return dueText(dueOn ?? '', today, receiptBy);
  }
}

function toneOf({ state, dueOn, isLate, isDeadline }: LoanClock, today: string, receiptBy: ReceiptBy) {
  if (state === 'Met') return isLate ? 'red' : 'green';
  if (state === 'Missed') return 'red';
  if (state === 'NotDue' || !isDeadline) return 'gray';
  const urgency = urgencyOf(dueOn ?? '', today, receiptBy);
  if (urgency === 'overdue') return 'red';
  return urgency === 'later' ? 'blue' : 'amber';
}
