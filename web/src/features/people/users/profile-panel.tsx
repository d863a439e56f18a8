import { Button, Group, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { formatPhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { staleOf } from '@/shared/lib/stale-record';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useDraftForm } from '@/shared/lib/use-draft';
import { Panel } from '@/shared/ui/panel';
import { PhoneInput } from '@/shared/ui/phone-input';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts } from './texts';
import { editUser, type ManagedUser, useUserChange } from './user-calls';
import classes from './users.module.css';

type ProfileForm = { firstName: string; lastName: string; jobTitle: string; phone: string; nmlsId: string };

const resolver = schemaResolver<ProfileForm>(
  z.object({
    firstName: z.string().trim().min(1, texts.firstNameRequired),
    lastName: z.string().trim().min(1, texts.lastNameRequired),
    jobTitle: z.string().trim().max(100, texts.jobTitleRule),
    nmlsId: z
      .string()
      .trim()
      .regex(/^\d{0,12}$/, texts.nmlsIdRule),
  }),
);

const formOf = ({ firstName, lastName, jobTitle, phone, nmlsId }: ManagedUser): ProfileForm => ({
  firstName,
  lastName,
  jobTitle: jobTitle ?? '',
  phone: formatPhone(phone ?? ''),
  nmlsId: nmlsId ?? '',
});

/** A user's name and contact details. */
export function ProfilePanel({ user }: { user: ManagedUser }) {
  const isOpen = user.mayManage && !user.homeCompany;
  const form = useForm<ProfileForm>({ defaultValues: formOf(user), resolver, reValidateMode: 'onChange' });
  const { isDirty, errors } = form.formState;
  useDraftForm(`user ${user.id}`, form);
  const save = useUserChange({ change: editUser, onDone: () => toast.success(texts.saved), isQuiet: true });
  useUnsavedWork({ isDirty: () => isDirty && !save.isPending, discard: () => form.reset() });
  const refused = (error: Error) => {
    const stale = staleOf<ManagedUser>(error);
    if (stale) {
      form.reset(formOf(stale.record));
      toast.warning(texts.stale(error.message));
      return;
    }
    const problems = Object.entries(error instanceof ApiError ? error.fields : {});
    for (const [field, message] of problems) form.setError(field as keyof ProfileForm, { message });
    if (problems.length === 0) toast.error(error.message);
  };
  const submit = form.handleSubmit((body) =>
    save.mutate({ id: user.id, version: user.version, body }, { onError: refused }),
  );
  const field = (name: 'firstName' | 'lastName' | 'jobTitle' | 'nmlsId') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  const why = user.homeCompany ? texts.onlyReadElsewhere(user.homeCompany) : texts.onlyRead;
  return (
    <Panel title={texts.profile} text={isOpen ? user.email : `${user.email}. ${why}`}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={!isOpen || save.isPending} className={classes.fields}>
          <TextInput label={texts.firstName} required {...field('firstName')} />
          <TextInput label={texts.lastName} required {...field('lastName')} />
          <TextInput className={classes.whole} label={texts.jobTitle} {...field('jobTitle')} />
          <Controller
            control={form.control}
            name="phone"
            render={({ field: phone }) => (
              <PhoneInput {...phone} label={texts.phone} autoComplete="off" error={errors.phone?.message} />
            )}
          />
          <TextInput label={texts.nmlsId} inputMode="numeric" {...field('nmlsId')} />
        </fieldset>
        {isDirty && (
          <Group justify="flex-end" gap={8} mt={16}>
            <Button variant="default" onClick={() => form.reset()}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        )}
      </form>
    </Panel>
  );
}
