import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl, Select } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { StateSelect } from '@/shared/records/state-select';
import { useLookups } from '@/shared/session/lookups';
import classes from './create-loan-modal.module.css';
import type { LoanForm } from './loan-form';
import { Section } from './section';
import { texts } from './texts';

/** The loan's purpose. */
export function PurposeSection() {
  const { control } = useFormContext<LoanForm>();
  return (
    <Controller
      control={control}
      name="purpose"
      render={({ field }) => (
        <SegmentedControl
          className={classes.purpose}
          aria-label={texts.purpose}
          data={['Purchase', 'Refinance']}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    />
  );
}

/** The property's state and usage. */
export function PropertySection() {
  const { control, formState } = useFormContext<LoanForm>();
  const { propertyUsages } = useLookups();
  return (
    <Section title={texts.property}>
      <div className={classes.pair}>
        <Controller
          control={control}
          name="state"
          render={({ field }) => (
            <StateSelect
              {...field}
              label={texts.state}
              placeholder={texts.statePlaceholder}
              error={formState.errors.state?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="usage"
          render={({ field }) => (
            <Select
              {...field}
              label={texts.usage}
              data={propertyUsages}
              allowDeselect={false}
              error={formState.errors.usage?.message}
            />
          )}
        />
      </div>
    </Section>
  );
}
