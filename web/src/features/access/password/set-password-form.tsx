import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { appPath } from '@/shared/lib/app-base';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import { activateUser } from '../calls';
import { useConfig } from '../config';
import { Heading } from '../heading';
import { leaveNotice } from '../notice';
import classes from '../public-form.module.css';
import { endSession } from '../session';
import { NewPasswordFields } from './new-password-fields';
import { type SetPasswordForm as Form, newPasswordSchema } from './password-rules';
import { TermsNotice } from './terms-notice';
import { texts } from './texts';

/** Sets a new password, then opens the sign-in page with a success message. */
export function SetPasswordForm({ email, token }: { email: string; token: string }) {
  const { auth } = useConfig();
  const form = useForm<Form>({
    defaultValues: { email, token, password: '', confirmPassword: '' },
    resolver: schemaResolver<Form>(newPasswordSchema(auth)),
  });
  const activation = useMutation({
    mutationFn: (values: Form) => activateUser(values.token, values.password),
    onSuccess: () => {
      // Setting the password has ended all sessions of this user, including one in this browser.
      endSession();
      leaveNotice(texts.passwordSet);
      window.location.assign(appPath('/'));
    },
    meta: { quiet: true },
  });
  const isBusy = activation.isPending || activation.isSuccess;
  useFocusAfter(isBusy, () => form.setFocus('password'));

  return (
    <>
      <Heading>{texts.setTitle}</Heading>
      <form noValidate className={classes.form} onSubmit={form.handleSubmit((values) => activation.mutate(values))}>
        <TextInput label={texts.email} type="email" readOnly autoComplete="username" {...form.register('email')} />
        <fieldset disabled={isBusy}>
          <FormProvider {...form}>
            <NewPasswordFields retypeLabel={texts.retypePassword} />
          </FormProvider>
          <div role="alert" className={classes.error}>
            {activation.error && messageOf(activation.error)}
          </div>
          <TermsNotice />
          <Button type="submit" fullWidth>
            {isBusy ? texts.settingNewPassword : texts.setNewPassword}
          </Button>
        </fieldset>
      </form>
    </>
  );
}

/** The server's message about the password or the request, or a default. */
function messageOf(error: Error): string {
  if (!(error instanceof ApiError)) return texts.notSet;
  return error.fields.password ?? (error.hasMessage ? error.message : texts.notSet);
}
