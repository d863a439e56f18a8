import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Checkbox, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { modalWidths } from '@/shared/lib/constants';
import { useIdempotencyKey } from '@/shared/lib/idempotency';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useLookups } from '@/shared/session/lookups';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useCreateCompany } from './companies';
import { bodyOf, emptyCompany, fieldOf, type NewCompanyForm, newCompanyResolver, slugOf } from './new-company';
import classes from './new-company-modal.module.css';
import { texts } from './texts';

/** Creates a company with its defaults and invites its administrator. */
export default function NewCompanyModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const create = useCreateCompany();
  const idempotency = useIdempotencyKey();
  const form = useForm<NewCompanyForm>({ defaultValues: emptyCompany, resolver: newCompanyResolver });
  const { errors, dirtyFields } = form.formState;
  useDraftForm('new company', form);
  const { leave, close, showErrors } = useDialogForm(form, onClose);
  const cancel = () => {
    if (!create.isPending) void leave();
  };
  const submit = form.handleSubmit((values) => {
    const body = bodyOf(values);
    create.mutate(
      { body, key: idempotency.keyOf(body) },
      {
        onError: (error) => showErrors(error, fieldOf),
        onSuccess: (company) => {
          toast.success(texts.created(company.displayName));
          close();
          void navigate({ to: '/org/companies/$companyId', params: { companyId: company.id } });
        },
      },
    );
  });
  const field = (name: 'name' | 'slug' | 'nmlsId' | 'host' | 'firstName' | 'lastName' | 'email') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <Modal opened onClose={cancel} title={texts.newCompany} size={modalWidths.medium} fullScreen={isPhone}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={create.isPending} className={classes.fields}>
          <Controller
            control={form.control}
            name="type"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                className={classes.whole}
                aria-label={texts.type}
                data={['BROKER', 'PROCESSOR'].map((type) => ({ value: type, label: texts.types[type] ?? type }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
          <TextInput
            label={texts.legalName}
            required
            data-autofocus
            {...field('name')}
            onChange={(event) => {
              void form.register('name').onChange(event);
              if (!dirtyFields.slug) form.setValue('slug', slugOf(event.currentTarget.value));
            }}
          />
          <TextInput label={texts.slug} required {...below} description={texts.slugHelp} {...field('slug')} />
          <TextInput label={texts.nmlsId} inputMode="numeric" {...field('nmlsId')} />
          <PlaceFields form={form} />
          <TextInput label={texts.host} required {...below} description={texts.hostHelp} {...field('host')} />
          <Checkbox className={classes.whole} label={texts.nonDelegated} {...form.register('isNonDelegated')} />
          <div className={classes.heading}>
            <h3>{texts.admin}</h3>
            <p>{texts.adminText}</p>
          </div>
          <TextInput label={texts.firstName} required {...field('firstName')} />
          <TextInput label={texts.lastName} required {...field('lastName')} />
          <TextInput className={classes.whole} label={texts.email} type="email" required {...field('email')} />
        </fieldset>
        <DialogFoot submit={texts.create} loading={create.isPending} onCancel={cancel} />
      </form>
    </Modal>
  );
}

/** The company's state and time zone. */
function PlaceFields({ form }: { form: UseFormReturn<NewCompanyForm> }) {
  const { states, timeZones } = useLookups();
  const { errors } = form.formState;
  return (
    <>
      <Controller
        control={form.control}
        name="stateCode"
        render={({ field: state }) => (
          <Select
            {...state}
            label={texts.stateCode}
            required
            data={states.map(({ code, name }) => ({ value: code, label: name }))}
            searchable
            error={errors.stateCode?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field: zone }) => (
          <Select
            {...zone}
            label={texts.timeZone}
            required
            data={timeZones.map(({ id, name }) => ({ value: id, label: name }))}
            error={errors.timeZone?.message}
          />
        )}
      />
    </>
  );
}

/** Shows help below the field. */
const below = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
};
