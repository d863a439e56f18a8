import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { PhoneInput } from '@/shared/ui/phone-input';
import classes from './add-lead-modal.module.css';
import type { LeadForm } from './lead-form';
import { Section } from './section';
import { texts } from './texts';

/** The lead's contact details and purpose. */
export function ContactSection() {
  const { register, control, formState } = useFormContext<LeadForm>();
  const { errors } = formState;
  const field = (name: 'firstName' | 'lastName' | 'email') => ({
    ...register(name),
    error: errors[name]?.message,
    required: true,
    autoComplete: 'off',
  });
  return (
    <Section title={texts.contact}>
      <div className={classes.pair}>
        <TextInput label={texts.firstName} data-autofocus {...field('firstName')} />
        <TextInput label={texts.lastName} {...field('lastName')} />
        <TextInput label={texts.email} type="email" {...field('email')} />
        <Controller
          control={control}
          name="cellPhone"
          render={({ field: phone }) => (
            <PhoneInput
              {...phone}
              label={texts.cellPhone}
              placeholder="(415) 555-0132"
              autoComplete="off"
              error={errors.cellPhone?.message}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="purpose"
        render={({ field: purpose }) => (
          <SegmentedControl
            className={classes.purpose}
            aria-label={texts.purpose}
            data={['Purchase', 'Refinance']}
            value={purpose.value}
            onChange={purpose.onChange}
          />
        )}
      />
    </Section>
  );
}
