import { useDraftForm } from '@/shared/lib/use-draft';
import { DateField } from '@/shared/ui/date-field';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { answer, api } from '@/api/client';
import { openUnitsQuery } from '@/features/people/users/user-calls';
import { modalWidths } from '@/shared/lib/constants';
import { useLookups } from '@/shared/session/lookups';
import { useActiveUser } from '@/shared/session/me';
import { AsyncSelect, type LoadOptions } from '@/shared/ui/async-select';
import { toast } from '@/shared/ui/toasts/toast-store';
import { changeOf, fieldOf, formOf, type LicenseForm, newOf, newOwnOf, resolverOf } from './license-form';
import { type License, useLicenseChange } from './licenses';
import classes from './licenses.module.css';
import { texts } from './texts';

/** Finds people by user id, because a license belongs to a person, not to a membership. */
const loadPeople =
  (company: number): LoadOptions =>
  async ({ string, offset, limit }, signal) => {
    const params = { path: { id: company }, query: { string, offset, limit } };
    const { rows, count } = await answer(api.GET('/api/org-units/{id}/users', { params, signal }));
    return { options: (rows ?? []).map(({ id, name, email }) => ({ id, label: name, hint: email })), count };
  };

type Props = {
  license: License | null;
  /** The user's own license. They can't add one for anyone else. */
  isOwn?: boolean;
  onClose: () => void;
};

/** Edits a license's holder, state and dates. */
export default function LicenseDialog({ license, isOwn = false, onClose }: Props) {
  const { states } = useLookups();
  const isNew = license === null;
  const isHolderAsked = isNew && !isOwn;
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<LicenseForm>({
    defaultValues: formOf(license),
    resolver: resolverOf(isHolderAsked),
    reValidateMode: 'onChange',
  });
  const { control, watch } = form;
  const { errors } = form.formState;
  useDraftForm('license', form, { opened: license ?? 'new' });
  const kind = watch('kind');
  const change = useLicenseChange({ isQuiet: true, isOwn });
  const { leave, close, showErrors } = useDialogForm(form, onClose);
  const changed = (values: LicenseForm) => {
    if (license) return { act: 'edit' as const, license, body: changeOf(values) };
    if (isOwn) return { act: 'add-own' as const, body: newOwnOf(values), key };
    return { act: 'add' as const, body: newOf(values), key };
  };
  const submit = form.handleSubmit((values) =>
    change.mutate(changed(values), {
      onSuccess: () => {
        toast.success(license ? texts.saved : texts.added);
        close();
      },
      onError: (error) => showErrors(error, (path) => fieldOf(path, kind)),
    }),
  );
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={license && !isOwn ? `${texts.edit}: ${license.holder.name}` : license ? texts.edit : texts.add}
      size={modalWidths.medium}
    >
      <form noValidate onSubmit={submit}>
        <fieldset disabled={change.isPending} className={classes.fields}>
          {isHolderAsked && <HolderFields form={form} />}
          <Controller
            control={control}
            name="stateCode"
            render={({ field }) => (
              <Select
                {...field}
                label={texts.state}
                required
                placeholder={texts.chooseState}
                data={states.map(({ code, name }) => ({ value: code, label: name }))}
                searchable
                allowDeselect={false}
                error={errors.stateCode?.message}
              />
            )}
          />
          <TextInput
            label={texts.number}
            description={texts.numberHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={40}
            autoComplete="off"
            {...form.register('number')}
            error={errors.number?.message}
          />
          <DateFields form={form} />
          {!isNew && (
            <Checkbox
              className={classes.whole}
              label={texts.active}
              description={texts.activeHelp}
              {...form.register('isActive')}
            />
          )}
        </fieldset>
        <DialogFoot submit={texts.save} loading={change.isPending} onCancel={() => void leave()} />
      </form>
    </Modal>
  );
}

type FieldsProps = { form: UseFormReturn<LicenseForm> };

/** The holder of a new license: a company or branch, or a person. */
function HolderFields({ form: { control, watch, formState } }: FieldsProps) {
  const { WizeOrgUnit } = useActiveUser();
  const units = useQuery(openUnitsQuery(WizeOrgUnit.id));
  const { errors } = formState;
  return (
    <>
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <Select
            {...field}
            label={texts.whose}
            data={[
              { value: 'unit', label: texts.ofCompany },
              { value: 'person', label: texts.ofPerson },
            ]}
            allowDeselect={false}
          />
        )}
      />
      {watch('kind') === 'unit' ? (
        <Controller
          control={control}
          name="unit"
          render={({ field }) => (
            <Select
              {...field}
              label={texts.ofCompany}
              required
              placeholder={texts.chooseUnit}
              data={(units.data ?? []).map(({ id, displayName }) => ({
                value: String(id),
                label: displayName,
              }))}
              searchable
              allowDeselect={false}
              error={errors.unit?.message}
            />
          )}
        />
      ) : (
        <Controller
          control={control}
          name="person"
          render={({ field }) => (
            <AsyncSelect
              label={texts.ofPerson}
              name={texts.ofPerson}
              required
              placeholder={texts.choosePerson}
              queryKey={['users', 'license-holders']}
              load={loadPeople(WizeOrgUnit.id)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.person?.message}
            />
          )}
        />
      )}
    </>
  );
}

/** Dates of issue and expiry. */
function DateFields({ form: { control, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Controller
        control={control}
        name="issuedOn"
        render={({ field }) => (
          <DateField {...field} label={texts.issuedOn} clearable error={errors.issuedOn?.message} />
        )}
      />
      <Controller
        control={control}
        name="expiresOn"
        render={({ field }) => (
          <DateField
            {...field}
            label={texts.expiresOn}
            description={texts.expiresHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            clearable
            error={errors.expiresOn?.message}
          />
        )}
      />
    </>
  );
}
