import { TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { StateSelect } from '@/shared/records/state-select';
import classes from './add-lead-modal.module.css';
import type { LeadForm } from './lead-form';
import { Section } from './section';
import { texts } from './texts';

/** The loan amount and the property. */
export function ScenarioSection() {
  const { control, register, watch, formState } = useFormContext<LeadForm>();
  const { errors } = formState;
  const amount = (name: 'loanAmount' | 'propertyValue') => ({
    ...register(name),
    error: errors[name]?.message,
    leftSection: '$',
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  });
  return (
    <Section title={texts.scenario}>
      <div className={classes.pair}>
        <TextInput label={texts.loanAmount} {...amount('loanAmount')} />
        <TextInput label={texts.propertyValue(watch('purpose'))} {...amount('propertyValue')} />
        <Controller
          control={control}
          name="state"
          render={({ field }) => (
            <StateSelect
              {...field}
              label={texts.state}
              placeholder={texts.statePlaceholder}
              error={errors.state?.message}
            />
          )}
        />
      </div>
    </Section>
  );
}
