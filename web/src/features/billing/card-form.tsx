import { TextInput } from '@mantine/core';
import IconFlask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import classes from './billing.module.css';
import type { Card } from './calls';
import { groupDigits, monthAndYear } from './card-fields';
import { texts } from './texts';

/** The card form of the sandbox payment provider, marked as a sandbox. */
export function CardForm({ form }: { form: UseFormReturn<Card> }) {
  return (
    <div className={classes.card}>
      <CardField form={form} name="number" label={texts.cardNumber} autoComplete="cc-number" format={groupDigits} />
      <CardField
        form={form}
        name="expires"
        label={texts.expires}
        autoComplete="cc-exp"
        format={monthAndYear}
        hint="MM/YY"
      />
      <CardField
        form={form}
        name="securityCode"
        label={texts.securityCode}
        autoComplete="cc-csc"
        format={(typed) => typed.replace(/\D/g, '').slice(0, 4)}
      />
      <SandboxNote />
    </div>
  );
}

type FieldProps = {
  form: UseFormReturn<Card>;
  name: keyof Card;
  label: string;
  autoComplete: string;
  format: (typed: string) => string;
  hint?: string;
};

const CardField = ({ form, name, label, autoComplete, format, hint }: FieldProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <TextInput
        {...field}
        label={label}
        required
        inputMode="numeric"
        autoComplete={autoComplete}
        placeholder={hint}
        data-field={name}
        error={fieldState.error?.message}
        onChange={(event) => field.onChange(format(event.currentTarget.value))}
      />
    )}
  />
);

const SandboxNote = (): ReactNode => (
  <p className={classes.sandbox}>
    <IconFlask size={15} aria-hidden />
    {texts.sandbox}
  </p>
);
