import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { HolidayFields } from './holiday-fields';
import { texts } from './texts';
import { type UnitForm, weekdays } from './unit-form';
import classes from './unit-form.module.css';

/** Business days: weekdays, Saturday, and holidays. */
export function CalendarFields({ children }: { children?: ReactNode }) {
  const { register, control } = useFormContext<UnitForm>();
  return (
    <>
      <Controller
        control={control}
        name="openWeekdays"
        render={({ field: { ref: _, ...field }, fieldState }) => (
          <Checkbox.Group
            {...field}
            className={classes.whole}
            label={texts.openWeekdays}
            error={fieldState.error?.message}
          >
            <Group gap={16} mt={6}>
              {weekdays.map((day) => (
                <Checkbox key={day} value={day} label={texts.weekdays[day]} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      />
      <Checkbox
        className={classes.whole}
        label={texts.saturdayOpen}
        description={texts.saturdayOpenHelp}
        {...register('saturdayOpen')}
      />
      {children}
      <div className={`${classes.subject} ${classes.whole}`}>
        <h3>{texts.ownHolidays}</h3>
        <HolidayFields />
      </div>
    </>
  );
}
