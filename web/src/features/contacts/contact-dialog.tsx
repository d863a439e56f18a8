import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { AsyncSelect } from '@/shared/ui/async-select';
import { PhoneInput } from '@/shared/ui/phone-input';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type ContactForm, contactOf, contactResolver, fieldOf, formOf } from './contact-form';
import { addCompany, type Contact, categoriesQuery, loadCompanies, useContactChange } from './contacts';
import classes from './contacts.module.css';
import { texts } from './texts';

type Props = { contact: Contact | null; onClose: () => void; onDone?: (contact: Contact) => void };

/** Form for a contact's details, company and category. */
export default function ContactDialog({ contact, onClose, onDone }: Props) {
  const isPhone = useIsPhone();
  const categories = useQuery(categoriesQuery);
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<ContactForm>({
    defaultValues: formOf(contact),
    resolver: contactResolver,
    reValidateMode: 'onChange',
  });
  const { control, register, watch } = form;
  const { errors, isSubmitting } = form.formState;
  useDraftForm(`contact ${contact?.id ?? 'new'}`, form);
  const change = useContactChange(true);
  const { leave, close, showErrors } = useDialogForm(form, onClose);
  const submit = form.handleSubmit(async (values) => {
    try {
      const added = !values.company && values.newCompany.trim() ? await addCompany(values.newCompany.trim()) : null;
      const body = contactOf(values, values.company?.id ?? added?.id ?? null);
      const saved = await change.mutateAsync(contact ? { act: 'edit', contact, body } : { act: 'add', body, key });
      toast.success(contact ? texts.saved : texts.added);
      close();
      if (saved) onDone?.(saved);
    } catch (error) {
      showErrors(error as Error, fieldOf);
    }
  });
  const field = (name: 'firstName' | 'lastName' | 'email' | 'newCompany') => ({
    ...register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={contact ? texts.editTitle : texts.addTitle}
      size={modalWidths.medium}
      fullScreen={isPhone}
    >
      <form noValidate onSubmit={submit}>
        <fieldset disabled={isSubmitting} className={classes.fields}>
          <TextInput label={texts.firstName} required data-autofocus {...field('firstName')} />
          <TextInput label={texts.lastName} required {...field('lastName')} />
          <Controller
            control={control}
            name="category"
            render={({ field: category }) => (
              <Select
                {...category}
                label={texts.category}
                required
                placeholder={texts.chooseCategory}
                data={(categories.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                searchable
                allowDeselect={false}
                error={errors.category?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="company"
            render={({ field: company }) => (
              <AsyncSelect
                label={texts.company}
                name={texts.company}
                placeholder={texts.chooseCompany}
                queryKey={['contacts', 'company-options']}
                load={loadCompanies}
                value={company.value}
                onChange={company.onChange}
                onBlur={company.onBlur}
                error={errors.company?.message}
              />
            )}
          />
          <TextInput label={texts.email} type="email" {...field('email')} />
          {!watch('company') && (
            <TextInput label={texts.newCompany} description={texts.newCompanyHelp} {...field('newCompany')} />
          )}
          <Controller
            control={control}
            name="phone"
            render={({ field: phone }) => (
              <PhoneInput {...phone} label={texts.phone} autoComplete="off" error={errors.phone?.message} />
            )}
          />
        </fieldset>
        <DialogFoot submit={texts.save} loading={isSubmitting} onCancel={() => void leave()} />
      </form>
    </Modal>
  );
}
