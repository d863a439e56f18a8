import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useThemeRecord } from '@/shared/brand/theme-record';
import { appBase } from '@/shared/lib/app-base';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import { forgotPassword } from '../calls';
import { emailSchema } from '../email-param';
import { usePortal } from '../portal';
import classes from '../public-form.module.css';
import { PublicFrame } from '../public-frame';
import { SecondLogo } from '../second-logo';
import { ThemeSwitch } from '../theme-switch';
import { LinkRefused, sent } from './link-mail';
import { expiredReason, setPasswordUrl } from './set-password-url';
import { texts } from './texts';

type Form = { email: string };

const rules = schemaResolver<Form>(emailSchema(texts.emailRequired, texts.emailInvalid));

/** Requests an email with a link to set a new password. */
export function ForgotPasswordPage({
  email = '',
  reason,
}: {
  email?: string | undefined;
  reason?: string | undefined;
}) {
  const portal = usePortal();
  const record = useThemeRecord();
  const form = useForm<Form>({ defaultValues: { email }, resolver: rules });
  const message = useRef<HTMLParagraphElement>(null);
  const request = useMutation({
    mutationFn: (to: string) => {
      const theme = localStorage.getItem('selectedTheme') ?? 'light';
      return sent(forgotPassword(to, setPasswordUrl(window.location.origin + appBase(), record, theme)));
    },
    onError: (error) => {
      if (error instanceof LinkRefused && error.isAboutEmail) form.setError('email', { message: error.message });
    },
    meta: { quiet: true },
  });
  const problem = form.formState.errors.email?.message;
  const otherProblem = request.error && !problem ? request.error.message : '';
  useFocusAfter(request.isPending, () => (request.isSuccess ? message.current?.focus() : form.setFocus('email')));

  return (
    <PublicFrame logo={portal === 'agent' && <SecondLogo />} below={portal === 'staff' && <ThemeSwitch />}>
      <h1>{texts.resetTitle}</h1>
      {reason === expiredReason && (
        <p className={classes.notice} data-tone="warning">
          {texts.expiredNotice}
        </p>
      )}
      <p ref={message} role="status" tabIndex={-1} className={classes.message}>
        {request.isSuccess ? texts.resetSent : texts.resetText}
      </p>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.handleSubmit(({ email: to }) => request.mutate(to.trim()))}
      >
        <fieldset disabled={request.isPending}>
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            {...form.register('email')}
            error={problem}
          />
          <div role="alert" className={classes.error}>
            {otherProblem}
          </div>
          <Button type="submit" fullWidth>
            {request.isSuccess ? texts.resend : texts.send}
          </Button>
        </fieldset>
      </form>
      <div className={classes.links}>
        <Link to="/login" className={classes.link}>
          {texts.goBackToLogin}
        </Link>
      </div>
    </PublicFrame>
  );
}
