import { useDraftForm } from '@/shared/lib/use-draft';
import { Status } from '@/shared/ui/announcer/status';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import classes from '@/features/contacts/contacts.module.css';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { StateSelect } from '@/shared/records/state-select';
import { PhoneInput } from '@/shared/ui/phone-input';
import { toast } from '@/shared/ui/toasts/toast-store';
import { comparableOf } from '../known/comparable';
import { type KnownPerson, useKnownPeople } from '../known/known';
import { KnownList } from '../known/known-list';
import { texts as knownTexts } from '../known/texts';
import dialogClasses from './borrower-dialog.module.css';
import { type BorrowerForm, borrowerOf, borrowerResolver, fieldOf, formOf } from './borrower-form';
import { type Borrower, useAddToBorrower, useBorrowerChange } from './borrowers';
import { texts } from './texts';

/** The server's code for a likely duplicate of an existing record. */
const duplicateCode = 'LWBOR10411';

type Props = { borrower: Borrower | null; onClose: () => void; onDone?: (borrower: Borrower) => void };

/** Form for a borrower's name, contact details and address. */
export default function BorrowerDialog({ borrower, onClose, onDone }: Props) {
  const isPhone = useIsPhone();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<BorrowerForm>({
    defaultValues: formOf(borrower),
    resolver: borrowerResolver,
    reValidateMode: 'onChange',
  });
  useDraftForm(`borrower ${borrower?.id ?? 'new'}`, form);
  const change = useBorrowerChange(true);
  const addition = useAddToBorrower();
  // The server found a likely duplicate and asks for a reason.
  const [asksWhy, setAsksWhy] = useState(false);
  const [reason, setReason] = useState('');
  const values = form.watch();
  const typed = { ...values, street: values.line };
  const known = useKnownPeople(typed, borrower === null);
  const count = known.rows.length + known.outside.length;
  const { leave, close, showErrors } = useDialogForm(form, onClose);
  const refused = (error: Error) => {
    if (error instanceof ApiError && error.code === duplicateCode) {
      setAsksWhy(true);
      return;
    }
    showErrors(error, fieldOf);
  };
  const done = (saved: Borrower) => {
    close();
    onDone?.(saved);
  };
  const add = (person: KnownPerson) =>
    addition.mutate(
      { id: person.id, body: borrowerOf(values) },
      {
        onSuccess: (saved) => {
          toast.success(texts.addedTo(`${saved.FirstName} ${saved.LastName}`));
          done(saved);
        },
      },
    );
  const submit = form.handleSubmit((values) => {
    const body = { ...borrowerOf(values), ...(reason.trim() && { duplicateReason: reason.trim() }) };
    change.mutate(borrower ? { act: 'edit', borrower, body } : { act: 'add', body, key }, {
      onSuccess: (saved) => {
        toast.success(borrower ? texts.saved : texts.added);
        done(saved);
      },
      onError: refused,
    });
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
          <Fields form={form} />
        </fieldset>
        {count > 0 && (
          <section className={dialogClasses.known} aria-labelledby="known-people">
            <h3 id="known-people">{knownTexts.title}</h3>
            <p>
              <Status text={knownTexts.found(count)} />
            </p>
            <KnownList {...known} typed={comparableOf(typed)} onAdd={add} addable={['borrower']} />
          </section>
        )}
        {asksWhy && (
          <TextInput
            mt={12}
            required
            data-autofocus
            label={texts.whySecond}
            description={texts.whySecondHelp}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <DialogFoot
          submit={count > 0 ? texts.createAnyway : texts.save}
          loading={change.isPending}
          disabled={asksWhy && reason.trim() === ''}
          onCancel={() => void leave()}
        />
      </form>
    </Modal>
  );
}

function Fields({ form: { control, register, formState } }: { form: UseFormReturn<BorrowerForm> }) {
  const { errors } = formState;
  const field = (name: 'firstName' | 'lastName' | 'email' | 'line' | 'unit' | 'city' | 'postalCode') => ({
    ...register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <>
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
        render={({ field: state }) => <StateSelect {...state} label={texts.state} error={errors.stateCode?.message} />}
      />
      <TextInput label={texts.zip} inputMode="numeric" {...field('postalCode')} />
    </>
  );
}
