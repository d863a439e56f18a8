import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { hasDraft } from '@/shared/lib/drafts';
import { useDraftForm } from '@/shared/lib/use-draft';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import { useActiveUser } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { changePassword } from '../calls';
import { useConfig } from '../config';
import { NewPasswordFields } from '../password/new-password-fields';
import classes from '../public-form.module.css';
import { changeResolver, type PasswordChange } from './password-change';
import pageClasses from './security-page.module.css';
import { texts } from './texts';

/** Lets users who know their current password change it. */
export function PasswordPanel() {
  const [isOpen, setOpen] = useState(() => hasDraft('change of sign-in'));
  return (
    <Panel
      title={texts.passwordTitle}
      text={texts.passwordText}
      action={
        !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.changePassword}
          </Button>
        )
      }
    >
      {isOpen && <ChangeForm onClose={() => setOpen(false)} />}
    </Panel>
  );
}

const refusedAt: Record<string, keyof PasswordChange> = { currentPassword: 'currentPassword', newPassword: 'password' };

function ChangeForm({ onClose }: { onClose: () => void }) {
  const { auth } = useConfig();
  const { email } = useActiveUser();
  const queryClient = useQueryClient();
  const form = useForm<PasswordChange>({
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    resolver: changeResolver(auth),
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, password }: PasswordChange) =>
      changePassword({ currentPassword, newPassword: password }),
    onSuccess: () => {
      toast.success(texts.passwordChanged);
      void queryClient.invalidateQueries({ queryKey: ['logins'] });
      onClose();
    },
    onError: (error) => {
      for (const [field, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
        const place = refusedAt[field];
        if (place) form.setError(place, { message });
      }
    },
    meta: { quiet: true },
  });
  const { errors } = form.formState;
  useDraftForm('change of sign-in', form);
  const hasFieldErrors = Object.keys(errors).length > 0;
  useFocusAfter(change.isPending, () => form.setFocus(errors.password ? 'password' : 'currentPassword'));
  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit((values) => change.mutate(values))}>
      <fieldset disabled={change.isPending} className={pageClasses.fields}>
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={texts.currentPassword}
          autoComplete="current-password"
          autoFocus
          required
          visibilityToggleFocusable
          {...form.register('currentPassword')}
          error={errors.currentPassword?.message}
          aria-invalid={Boolean(errors.currentPassword)}
        />
        <FormProvider {...form}>
          <NewPasswordFields retypeLabel={texts.retypePassword} />
        </FormProvider>
        <div role="alert" className={classes.error}>
          {!hasFieldErrors && change.error?.message}
        </div>
        <Group gap={8}>
          <Button type="submit" loading={change.isPending}>
            {texts.changePassword}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
        </Group>
      </fieldset>
    </form>
  );
}
