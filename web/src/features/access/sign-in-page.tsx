import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useConfig } from './config';
import { DemoSignIns } from './demo-sign-ins';
import { PublicFrame } from './public-frame';
import { beginSignIn } from './session';
import { type Credentials, isRequestGone, signIn } from './sign-in';
import classes from './sign-in-page.module.css';
import { texts } from './texts';

/** The embedded provider's sign-in page. Opened without a request of the provider's, it begins one. */
export function SignInPage({ request }: { request: string | undefined }) {
  const { demoSignIns, demoPassword } = useConfig();
  const attempt = useMutation({
    mutationFn: (credentials: Credentials) => signIn(request ?? '', credentials),
    onSuccess: (redirectTo) => window.location.assign(redirectTo),
    onError: (error) => isRequestGone(error) && void beginSignIn('/'),
    meta: { quiet: true },
  });
  const isBusy = attempt.isPending || attempt.isSuccess;

  useEffect(() => {
    if (!request) void beginSignIn('/');
  }, [request]);
  if (!request) return null;

  const asDemoUser = (email: string, companySlug: string | null) => {
    // Where one address serves several companies, the look follows who signs in.
    if (companySlug) localStorage.setItem('org', companySlug);
    attempt.mutate({ email, password: demoPassword ?? '' });
  };
  const hasDemo = demoSignIns.length > 0 && demoPassword;
  return (
    <PublicFrame aside={hasDemo && <DemoSignIns people={demoSignIns} disabled={isBusy} onChoose={asDemoUser} />}>
      <h1>{texts.signIn}</h1>
      <SignInForm
        error={attempt.isError && !isRequestGone(attempt.error) ? attempt.error.message : null}
        isBusy={isBusy}
        onSubmit={attempt.mutate}
      />
    </PublicFrame>
  );
}

type FormProps = { error: string | null; isBusy: boolean; onSubmit: (credentials: Credentials) => void };

function SignInForm({ error, isBusy, onSubmit }: FormProps) {
  const [missing, setMissing] = useState<Partial<Credentials>>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = { email: String(form.get('email')).trim(), password: String(form.get('password')) };
    setMissing({
      ...(credentials.email ? {} : { email: texts.emailRequired }),
      ...(credentials.password ? {} : { password: texts.passwordRequired }),
    });
    if (credentials.email && credentials.password) onSubmit(credentials);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        error={missing.email}
      />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        error={missing.password}
      />
      <div role="alert" className={classes.error}>
        {error}
      </div>
      <Button type="submit" fullWidth loading={isBusy}>
        {texts.signIn}
      </Button>
    </form>
  );
}
