import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { PhoneInput } from '@/shared/ui/phone-input';
import classes from './create-loan-modal.module.css';
import type { LoanForm } from './loan-form';
import { Section } from './section';
import { texts } from './texts';

/** The borrower's details. Leaving one of the four fields searches for existing clients. */
export function BorrowerSection({ isFirst, onLeave }: { isFirst: boolean; onLeave: () => void }) {
  const { register, control, formState, watch } = useFormContext<LoanForm>();
  const { errors } = formState;
  const field = (name: 'firstName' | 'lastName' | 'email') => ({
    ...register(name, { onBlur: onLeave }),
    error: errors[name]?.message,
    required: true,
    autoComplete: 'off',
  });
  return (
    <Section title={texts.borrower}>
      <div className={classes.pair}>
        <TextInput label={texts.firstName} data-autofocus={isFirst || undefined} {...field('firstName')} />
        <TextInput label={texts.lastName} {...field('lastName')} />
        {watch('suffix') !== null && <TextInput label={texts.suffix} autoComplete="off" {...register('suffix')} />}
        <TextInput label={texts.email} type="email" {...field('email')} />
        <Controller
          control={control}
          name="phone"
          render={({ field: { onBlur, ...phone } }) => (
            <PhoneInput
              {...phone}
              label={texts.phone}
              placeholder="(415) 555-0132"
              autoComplete="off"
              error={errors.phone?.message}
              onBlur={() => {
                onBlur();
                onLeave();
              }}
            />
          )}
        />
      </div>
      <div className={classes.checks}>
        <Checkbox label={texts.prospect} {...register('isProspect')} />
        <Checkbox label={texts.invite} {...register('inviteBorrower')} />
      </div>
    </Section>
  );
}
