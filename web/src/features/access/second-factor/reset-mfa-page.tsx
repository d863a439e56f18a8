import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useFocusAfter } from '@/shared/lib/use-focus-after';
import { resetMfa } from '../calls';
import { emailSchema } from '../email-param';
import { LinkRefused, sent } from '../password/link-mail';
import classes from '../public-form.module.css';
import { PublicFrame } from '../public-frame';
import { ThemeSwitch } from '../theme-switch';
import { texts } from './texts';
import { useCountdown } from './use-countdown';

/** Milliseconds before another mail can be requested. */
const resendWaitMs = 15_000;

type Form = { email: string };

const rules = schemaResolver<Form>(emailSchema(texts.emailRequired, texts.emailInvalid));

type Props = {
  /** From the page's address. The user can't change it. */
  email?: string | undefined;
  /** One level up: the sign-in page, or the start page if the page was opened directly. */
  up: '/login' | '/';
};

/** Requests an email with a link to reset the second factor. */
export function ResetMfaPage({ email: given = '', up }: Props) {
  const form = useForm<Form>({ defaultValues: { email: given }, resolver: rules });
  const message = useRef<HTMLParagraphElement>(null);
  const [resendAtMs, setResendAtMs] = useState(0);
  const wait = useCountdown(resendAtMs);
  const request = useMutation({
    mutationFn: (to: string) => sent(resetMfa(to, localStorage.getItem('selectedTheme') ?? 'light')),
    onSuccess: () => setResendAtMs(Date.now() + resendWaitMs),
    onError: (error) => {
      if (error instanceof LinkRefused && error.isAboutEmail) form.setError('email', { message: error.message });
    },
    meta: { quiet: true },
  });
  const isSent = request.isSuccess;
  const problem = form.formState.errors.email?.message;
  const otherProblem = request.error && !problem ? request.error.message : '';
  const isGiven = given !== '' && form.watch('email') === given;
  useFocusAfter(request.isPending, () => (isSent ? message.current?.focus() : form.setFocus('email')));

  return (
    <PublicFrame below={<ThemeSwitch />}>
      <h1>{texts.resetTitle}</h1>
      <p ref={message} role="status" tabIndex={-1} className={classes.message}>
        {isSent ? texts.resetSent : texts.resetText}
      </p>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.handleSubmit(({ email: to }) => request.mutate(to.trim()))}
      >
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.register('email', { onChange: () => isSent && request.reset() })}
          disabled={request.isPending || (isSent && isGiven)}
          error={problem}
        />
        <div role="alert" className={classes.error}>
          {otherProblem}
        </div>
        <Button type="submit" fullWidth disabled={request.isPending || (isSent && wait > 0)}>
          {label()}
        </Button>
      </form>
      <div className={classes.links}>
        <Link to={up} className={classes.link}>
          {texts.goBackToLogin}
        </Link>
      </div>
    </PublicFrame>
  );

  function label() {
    if (request.isPending) return texts.sending;
    if (!isSent) return texts.send;
    return wait > 0 ? texts.resendIn(wait) : texts.resend;
  }
}
