import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { DateField } from '@/shared/ui/date-field';
import classes from './create-loan-modal.module.css';
import { type LoanForm, today } from './loan-form';
import { Section } from './section';
import { texts } from './texts';

const dates = [
  { name: 'fundedDate', isRequired: true },
  { name: 'applicationDate', isRequired: true },
  { name: 'docSignedDate', isRequired: false },
  { name: 'tridDate', isRequired: false },
] as const;

/** Dates of a closed loan: application, signing and funding. None can be after today. */
export function ClosedDatesSection() {
  const { control, formState, register, watch } = useFormContext<LoanForm>();
  return (
    <Section title={texts.dates}>
      <div className={classes.pair}>
        {dates.map(({ name, isRequired }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <DateField
                {...field}
                label={texts[name]}
                required={isRequired}
                maxDate={today()}
                clearable
                error={formState.errors[name]?.message}
              />
            )}
          />
        ))}
      </div>
      {watch('isBrokered') !== null && <Checkbox label={texts.brokered} {...register('isBrokered')} />}
    </Section>
  );
}
