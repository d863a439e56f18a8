import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import classes from '../public-form.module.css';
import { texts } from './texts';

type Form = { code: string };

const rules = schemaResolver<Form>(z.object({ code: z.string().trim().min(1, texts.codeRequired) }));

type Props = {
  kind: 'authenticator' | 'recovery';
  label?: string;
  problem: string | null;
  isBusy: boolean;
  onCode: (code: string) => void;
};

/** A field for one code. Phones offer the digit keyboard and the code itself. Pasted spaces are ignored. */
export function CodeForm({ kind, label, problem, isBusy, onCode }: Props) {
  const form = useForm<Form>({ defaultValues: { code: '' }, resolver: rules });
  const isDigits = kind === 'authenticator';
  useFocusAfter(isBusy, () => form.setFocus('code', { shouldSelect: true }));
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.handleSubmit(({ code }) => onCode(code.replace(/\s/g, '')))}
    >
      <TextInput
        label={label ?? (isDigits ? texts.code : texts.recoveryCode)}
        autoComplete={isDigits ? 'one-time-code' : 'off'}
        inputMode={isDigits ? 'numeric' : 'text'}
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        required
        className={classes.code}
        {...form.register('code')}
        error={form.formState.errors.code?.message}
      />
      <div role="alert" className={classes.error}>
        {problem}
      </div>
      <Button type="submit" fullWidth loading={isBusy}>
        {texts.continue}
      </Button>
    </form>
  );
}
