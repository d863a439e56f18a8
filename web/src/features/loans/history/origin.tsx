import type { FieldHistoryEntry } from '@/api/types';
import { dayAndTime, dayOf } from '@/shared/lib/format';
import classes from './history.module.css';
import { texts } from './texts';

/** Who changed it, when, and where the value came from. */
export function Origin({ entry }: { entry: FieldHistoryEntry }) {
  return (
    <p className={classes.origin}>
      {entry.person ?? texts.unknownPerson}
      {entry.actingFor && ` ${texts.actingFor(entry.actingFor)}`}
      {' · '}
      <time dateTime={entry.at}>{dayAndTime(entry.at)}</time>
      {' · '}
      {texts.source[entry.source]}
      {entry.restoredFrom && <span className={classes.mark}>{texts.restoredFrom(dayOf(entry.restoredFrom))}</span>}
    </p>
  );
}
