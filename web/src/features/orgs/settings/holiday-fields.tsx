import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { DateField } from '@/shared/ui/date-field';
import { texts } from './texts';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** The company's own holidays. */
export function HolidayFields() {
  const { control, register, watch, formState } = useFormContext<UnitForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'holidays' });
  const days = watch('holidays');
  const problem = formState.errors.holidays?.message;
  return (
    <>
      {fields.length === 0 && <p>{texts.noOwnHolidays}</p>}
      {fields.map((field, at) => (
        <div key={field.id} className={classes.day}>
          <Controller
            control={control}
            name={`holidays.${at}.date`}
            render={({ field: date }) => (
              <DateField {...date} aria-label={`${texts.date} ${at + 1}`} error={Boolean(problem) && !date.value} />
            )}
          />
          <TextInput
            aria-label={`${texts.holidayName} ${at + 1}`}
            placeholder={texts.holidayName}
            maxLength={80}
            autoComplete="off"
            error={Boolean(problem) && !days[at]?.name.trim()}
            {...register(`holidays.${at}.name`)}
          />
          <ActionIcon aria-label={texts.removeHoliday(days[at]?.name ?? '')} onClick={() => remove(at)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {problem && (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => append({ date: null, name: '' }, { shouldFocus: false })}
      >
        {texts.addHoliday}
      </Button>
    </>
  );
}
