import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { Panel } from '@/shared/ui/panel';
import { CalendarFields } from './calendar-fields';
import { texts } from './texts';
import { TimeZoneField } from './time-zone-field';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

type Props = { title: string; text: string };

/** A branch's business days: inherited from its company, or its own. */
export function BranchCalendarPanel({ title, text }: Props) {
  const { register, watch } = useFormContext<UnitForm>();
  return (
    <Panel title={title} text={text}>
      <div className={classes.fields}>
        <TimeZoneField />
        <Checkbox
          className={classes.whole}
          label={texts.inheritsCalendar}
          description={texts.inheritsCalendarHelp}
          {...register('inheritsCalendar')}
        />
        {!watch('inheritsCalendar') && <CalendarFields />}
      </div>
    </Panel>
  );
}
