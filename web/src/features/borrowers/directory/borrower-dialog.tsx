import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import classes from '@/features/contacts/contacts.module.css';
import { useLookups } from '@/features/loans/lookups';
import { modalWidths } from '@/shared/lib/constants';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { PhoneInput } from '@/shared/ui/phone-input';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type BorrowerForm, borrowerOf, borrowerResolver, fieldOf, formOf } from './borrower-form';
import { type Borrower, useBorrowerChange } from './borrowers';
import { texts } from './texts';

type Props = { borrower: Borrower | null; onClose: () => void; onDone?: (borrower: Borrower) => void };

/** Who it is, how they are reached, and where they live. */
export default function BorrowerDialog({ borrower, onClose, onDone }: Props) {
  const isPhone = useIsPhone();
  const { states } = useLookups();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<BorrowerForm>({
    defaultValues: formOf(borrower),
    resolver: borrowerResolver,
    reValidateMode: 'onChange',
  });
  const { control, register } = form;
  const { isDirty, errors } = form.formState;
  const isDone = useRef(false);
  const change = useBorrowerChange(true);
  const work = useUnsavedWork({ isDirty: () => isDirty && !isDone.current, discard: () => form.reset() });
  const leave = async () => {
    if (await work.confirm()) onClose();
  };
  const refused = (error: Error) => {
    const problems = Object.entries(error instanceof ApiError ? error.fields : {});
    for (const [path, message] of problems) form.setError(fieldOf(path), { message }, { shouldFocus: true });
    if (problems.length === 0) toast.error(error.message);
  };
  const submit = form.handleSubmit((values) => {
    const body = borrowerOf(values);
    change.mutate(borrower ? { act: 'edit', borrower, body } : { act: 'add', body, key }, {
      onSuccess: (saved) => {
        isDone.current = true;
        toast.success(borrower ? texts.saved : texts.added);
        onClose();
        onDone?.(saved);
      },
      onError: refused,
    });
  });
  const field = (name: 'firstName' | 'lastName' | 'email' | 'line' | 'unit' | 'city' | 'postalCode') => ({
    ...register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={borrower ? texts.editTitle : texts.addTitle}
      size={modalWidths.medium}
      fullScreen={isPhone}
    >
      <form noValidate onSubmit={submit}>
        <fieldset disabled={change.isPending} className={classes.fields}>
          <TextInput label={texts.firstName} required data-autofocus {...field('firstName')} />
          <TextInput label={texts.lastName} required {...field('lastName')} />
          <TextInput label={texts.email} type="email" {...field('email')} />
          <Controller
            control={control}
            name="phone"
            render={({ field: phone }) => (
              <PhoneInput {...phone} label={texts.phone} autoComplete="off" error={errors.phone?.message} />
            )}
          />
          <TextInput label={texts.line} {...field('line')} />
          <TextInput label={texts.unit} {...field('unit')} />
          <TextInput label={texts.city} {...field('city')} />
          <Controller
            control={control}
            name="stateCode"
            render={({ field: state }) => (
              <Select
                {...state}
                label={texts.state}
                data={states.map(({ code, name }) => ({ value: code, label: name }))}
                searchable
                clearable
                error={errors.stateCode?.message}
              />
            )}
          />
          <TextInput label={texts.zip} inputMode="numeric" {...field('postalCode')} />
        </fieldset>
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={() => void leave()}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {texts.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
