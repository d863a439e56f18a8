import { day, isoToday } from '@/shared/lib/format';
import { Panel } from '@/shared/ui/panel';
import { CalendarFields } from './calendar-fields';
import { texts } from './texts';
import { TimeZoneField } from './time-zone-field';
import type { Unit } from './unit';
import classes from './unit-form.module.css';

/** The business days by which deadlines are counted. */
export function CalendarPanel({ federalHolidays }: Pick<Unit, 'federalHolidays'>) {
  return (
    <Panel title={texts.calendar} text={texts.calendarText}>
      <div className={classes.fields}>
        <TimeZoneField />
        <CalendarFields>
          <div className={`${classes.subject} ${classes.whole}`}>
            <h3>{texts.federalHolidays}</h3>
            <ul className={classes.days}>
              {upcoming(federalHolidays).map(({ date, name }) => (
                <li key={date}>
                  <time dateTime={date}>{day(date)}</time>
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </CalendarFields>
      </div>
    </Panel>
  );
}

/** The next occurrence of each holiday. */
function upcoming(holidays: Unit['federalHolidays']) {
  const today = isoToday();
  return holidays.filter(({ date }) => date >= today).slice(0, 11);
}
