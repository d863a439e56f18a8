import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import { Modal, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { PhoneInput } from '@/shared/ui/phone-input';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type ContactCompany, useCompanyChange } from './contacts';
import classes from './contacts.module.css';
import { texts } from './texts';

type CompanyForm = { name: string; phone: string; website: string };

const resolver = schemaResolver<CompanyForm>(
  z.object({
    name: z.string().trim().min(1, texts.nameRequired),
    phone: z.string(),
    website: z
      .string()
      .trim()
      .regex(/^$|^https?:\/\/\S+$/, texts.websiteRule),
  }),
);

/** Form for a company's name and contact details. */
export default function CompanyDialog({ company, onClose }: { company: ContactCompany; onClose: () => void }) {
  const form = useForm<CompanyForm>({
    defaultValues: { name: company.name, phone: company.phone ?? '', website: company.website ?? '' },
    resolver,
    reValidateMode: 'onChange',
  });
  const { errors } = form.formState;
  useDraftForm('contact company', form, { opened: company });
  const change = useCompanyChange();
  const { leave, close } = useDialogForm(form, onClose);
  const submit = form.handleSubmit((body) =>
    change.mutate(
      { company, body },
      {
        onSuccess: () => {
          toast.success(texts.companySaved);
          close();
        },
        onError: (error) => {
          const problems = Object.entries(error instanceof ApiError ? error.fields : {});
          for (const [field, message] of problems) {
            form.setError(field as keyof CompanyForm, { message }, { shouldFocus: true });
          }
          if (problems.length === 0) form.setError('name', { message: error.message }, { shouldFocus: true });
        },
      },
    ),
  );
  return (
    <Modal opened onClose={() => void leave()} title={texts.editCompany} size={modalWidths.small}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={change.isPending} className={classes.stack}>
          <TextInput
            label={texts.companyName}
            required
            data-autofocus
            maxLength={120}
            autoComplete="off"
            {...form.register('name')}
            error={errors.name?.message}
          />
          <Controller
            control={form.control}
            name="phone"
            render={({ field }) => <PhoneInput {...field} label={texts.phone} error={errors.phone?.message} />}
          />
          <TextInput
            label={texts.website}
            type="url"
            maxLength={200}
            autoComplete="off"
            {...form.register('website')}
            error={errors.website?.message}
          />
        </fieldset>
        <DialogFoot submit={texts.save} loading={change.isPending} onCancel={() => void leave()} />
      </form>
    </Modal>
  );
}
