import { isoToday } from '@/shared/lib/format';
import { texts } from '../texts';
import classes from './deadlines.module.css';
import { dueText, urgencyOf } from './due';

type Props = {
  on: string | null | undefined;
  /** Last day on which the Closing Disclosure may be received, if the deadline is its mail-by day. */
  receiptBy?: string | null | undefined;
  /** Whether no column header says that it is a deadline. */
  isAlone?: boolean;
};

/** A loan's next deadline in a list. Near ones show words and color, by the user's own date. */
export function Deadline({ on, receiptBy, isAlone = false }: Props) {
  if (!on) return null;
  const today = isoToday();
  const urgency = urgencyOf(on, today, receiptBy);
  const text = dueText(on, today, receiptBy);
  return (
    <span className={classes.deadline} data-urgency={urgency}>
      {isAlone && urgency === 'later' ? texts.due.on(text) : text}
    </span>
  );
}
