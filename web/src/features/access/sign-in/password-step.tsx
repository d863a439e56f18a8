import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import { emailToParam } from '../email-param';
import { forgetNotice, storedNotice } from '../notice';
import classes from '../public-form.module.css';
import { texts } from '../texts';
import type { Credentials } from './sign-in';

const rules = schemaResolver<Credentials>(
  z.object({
    email: z.string().trim().min(1, texts.emailRequired),
    password: z.string().min(1, texts.passwordRequired),
  }),
);

type Props = { problem: string | null; isBusy: boolean; onSubmit: (credentials: Credentials) => void };

/** The first step: email address and password. */
export function PasswordStep({ problem, isBusy, onSubmit }: Props) {
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' }, resolver: rules });
  const [notice] = useState(storedNotice);
  // Read once, but shown as long as the page is open.
  useEffect(forgetNotice, []);
  useFocusAfter(isBusy, () => form.setFocus('password'));
  const { errors } = form.formState;
  const typed = form.watch('email').trim();
  const known = typed ? { email: emailToParam(typed) } : {};

  return (
    <>
      <h1>{texts.signIn}</h1>
      {notice && (
        <p role="status" className={classes.notice} data-tone="success">
          {notice}
        </p>
      )}
      <form
        noValidate
        className={classes.form}
        onSubmit={form.handleSubmit(({ email, password }) => onSubmit({ email: email.trim(), password }))}
      >
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.register('email')}
          error={errors.email?.message}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          visibilityToggleFocusable
          {...form.register('password')}
          error={errors.password?.message}
          aria-invalid={Boolean(errors.password)}
        />
        <div role="alert" className={classes.error}>
          {problem}
        </div>
        <Button type="submit" fullWidth loading={isBusy}>
          {texts.signIn}
        </Button>
      </form>
      <div className={classes.links}>
        <Link to="/forgotPassword" search={known} className={classes.link}>
          {texts.forgotPassword}
        </Link>
        <Link to="/login/reset-mfa" search={known} className={classes.link}>
          {texts.resetMfa}
        </Link>
      </div>
    </>
  );
}
