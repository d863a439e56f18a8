import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { day, isoToday } from '@/shared/lib/format';
import { Panel } from '@/shared/ui/panel';
import { HolidayFields } from './holiday-fields';
import { texts } from './texts';
import { TimeZoneField } from './time-zone-field';
import type { Unit } from './unit';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** On which days deadlines run. */
export function CalendarPanel({ federalHolidays }: Pick<Unit, 'federalHolidays'>) {
  const { register } = useFormContext<UnitForm>();
  return (
    <Panel title={texts.calendar} text={texts.calendarText}>
      <div className={classes.fields}>
        <TimeZoneField />
        <Checkbox
          className={classes.whole}
          label={texts.saturdayOpen}
          description={texts.saturdayOpenHelp}
          {...register('saturdayOpen')}
        />
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
        <div className={`${classes.subject} ${classes.whole}`}>
          <h3>{texts.ownHolidays}</h3>
          <HolidayFields />
        </div>
      </div>
    </Panel>
  );
}

/** The next of each. */
function upcoming(holidays: Unit['federalHolidays']) {
  const today = isoToday();
  return holidays.filter(({ date }) => date >= today).slice(0, 11);
}
