import { TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { User } from '@/api/types';
import { formatPhone, isValidPhone, normalizePhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useActiveUser } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { PhoneInput } from '@/shared/ui/phone-input';
import { RecordForm } from '@/shared/ui/record-form';
import { changeProfile, useRefreshUser } from './own-calls';
import classes from './profile-page.module.css';
import { texts } from './texts';

type Details = { firstName: string; lastName: string; jobTitle: string; phone: string; nmlsId: string };

const resolver = schemaResolver<Details>(
  z.object({
    firstName: z.string().trim().min(1, texts.firstNameRequired),
    lastName: z.string().trim().min(1, texts.lastNameRequired),
    jobTitle: z.string().trim().max(100, texts.jobTitleRule),
    phone: z.string().refine((typed) => typed === '' || isValidPhone(typed), texts.phoneRule),
    nmlsId: z
      .string()
      .trim()
      .regex(/^\d{0,12}$/, texts.nmlsIdRule),
  }),
);

const detailsOf = ({ firstName, lastName, jobTitle, phone, nmlsId }: User): Details => ({
  firstName,
  lastName,
  jobTitle: jobTitle ?? '',
  phone: formatPhone(phone ?? ''),
  nmlsId: nmlsId ?? '',
});

/** The user's own name and contact details. */
export function DetailsForm() {
  const user = useActiveUser();
  const refresh = useRefreshUser();
  const save = async ({ phone, ...details }: Details, version: number) => {
    const saved = await changeProfile({ ...details, phone: normalizePhone(phone) }, version);
    await refresh();
    return saved;
  };
  return (
    <RecordForm
      record={user}
      formOf={detailsOf}
      resolver={resolver}
      fieldOf={(path) => path as keyof Details}
      save={save}
    >
      <Fields email={user.email} />
    </RecordForm>
  );
}

function Fields({ email }: { email: string }) {
  const { register, control, formState } = useFormContext<Details>();
  const { errors } = formState;
  return (
    <Panel title={texts.details} text={texts.detailsText(email)}>
      <div className={classes.fields}>
        <TextInput
          label={texts.firstName}
          required
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextInput
          label={texts.lastName}
          required
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
        <TextInput
          className={classes.whole}
          label={texts.jobTitle}
          autoComplete="organization-title"
          error={errors.jobTitle?.message}
          {...register('jobTitle')}
        />
        <Controller
          control={control}
          name="phone"
          render={({ field }) => (
            <PhoneInput {...field} label={texts.phone} autoComplete="tel" error={errors.phone?.message} />
          )}
        />
        <TextInput
          label={texts.nmlsId}
          inputMode="numeric"
          autoComplete="off"
          error={errors.nmlsId?.message}
          {...register('nmlsId')}
        />
      </div>
    </Panel>
  );
}
