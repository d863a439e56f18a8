import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useActiveUser } from '@/shared/session/me';
import { PhoneInput } from '@/shared/ui/phone-input';
import { toast } from '@/shared/ui/toasts/toast-store';
import { emptyInvite, type InviteForm, invitationOf, inviteResolver } from './invite-form';
import { RoleChecks } from './role-checks';
import { texts } from './texts';
import { grantableQuery, inviteUser, openUnitsQuery, useUserChange } from './user-calls';
import classes from './users.module.css';

/** Invites a user to a branch with roles. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useIsPhone();
  const { WizeOrgUnit } = useActiveUser();
  const isBranch = WizeOrgUnit.type === 'BRANCH';
  const [key] = useState(() => crypto.randomUUID());
  const units = useQuery({ ...openUnitsQuery(WizeOrgUnit.id), enabled: !isBranch });
  const grantable = useQuery(grantableQuery(WizeOrgUnit.id));
  const form = useForm<InviteForm>({
    defaultValues: { ...emptyInvite, unit: isBranch ? String(WizeOrgUnit.id) : null },
    resolver: inviteResolver,
    reValidateMode: 'onChange',
  });
  const { errors } = form.formState;
  useDraftForm('invitation', form);
  const invite = useUserChange({
    change: inviteUser,
    onDone: ({ email }) => {
      toast.success(texts.sent(email));
      close();
    },
    isQuiet: true,
  });
  const { leave, close } = useDialogForm(form, onClose);
  const refused = (error: Error) => {
    const problems = Object.entries(error instanceof ApiError ? error.fields : {});
    for (const [field, message] of problems) {
      form.setError((field === 'WizeOrgUnitId' ? 'unit' : field) as keyof InviteForm, { message });
    }
    // A user of the company already has this address, so the error belongs to the field.
    if (error instanceof ApiError && error.status === 409) form.setError('email', { message: error.message });
    else if (problems.length === 0) toast.error(error.message);
  };
  const submit = form.handleSubmit((values) =>
    invite.mutate(
      { unit: Number(values.unit), body: invitationOf(values), key },
      {
        onError: refused,
      },
    ),
  );
  const field = (name: 'firstName' | 'lastName' | 'email' | 'nmlsId') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  const choices = isBranch ? [WizeOrgUnit] : (units.data ?? []);
  return (
    <Modal opened onClose={() => void leave()} title={texts.inviteTitle} size={modalWidths.medium} fullScreen={isPhone}>
      <form noValidate onSubmit={submit}>
        <p className={classes.lead}>{texts.inviteText}</p>
        <fieldset disabled={invite.isPending} className={classes.fields}>
          <TextInput label={texts.firstName} required data-autofocus {...field('firstName')} />
          <TextInput label={texts.lastName} required {...field('lastName')} />
          <TextInput label={texts.email} type="email" required {...field('email')} />
          <Controller
            control={form.control}
            name="phone"
            render={({ field: phone }) => (
              <PhoneInput {...phone} label={texts.phone} autoComplete="off" error={errors.phone?.message} />
            )}
          />
          <Controller
            control={form.control}
            name="unit"
            render={({ field: unit }) => (
              <Select
                {...unit}
                label={texts.branch}
                required
                placeholder={texts.chooseBranch}
                data={choices.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
                allowDeselect={false}
                disabled={isBranch}
                searchable={choices.length > 10}
                error={errors.unit?.message}
              />
            )}
          />
          <TextInput label={texts.nmlsId} inputMode="numeric" {...field('nmlsId')} />
          <div className={classes.whole}>
            <Controller
              control={form.control}
              name="roles"
              render={({ field: roles }) => (
                <RoleChecks
                  grantable={grantable.data ?? []}
                  value={roles.value}
                  onChange={roles.onChange}
                  error={errors.roles?.message}
                />
              )}
            />
          </div>
        </fieldset>
        <DialogFoot submit={texts.send} loading={invite.isPending} onCancel={() => void leave()} />
      </form>
    </Modal>
  );
}
