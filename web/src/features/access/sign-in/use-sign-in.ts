import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '../config';
import { beginSignIn } from '../session';
import { type Credentials, confirmCode, isRequestGone, type SignInStep, signIn, signInHere } from './sign-in';

/** A sign-in from its first step to its last. */
export function useSignIn(request: string | undefined) {
  const isOwnForm = useConfig().auth.strategy === 'custom-login';
  const [step, setStep] = useState<SignInStep | null>(null);
  const outcome = {
    onSuccess: (next: SignInStep) => {
      setStep(next);
      // Recovery codes are looked at first; every other end leads on at once.
      if ('redirectTo' in next && next.step !== 'RECOVERY_CODES') window.location.assign(next.redirectTo);
    },
    // The page was open too long, or the code came too late: it begins again.
    onError: (error: Error) => isRequestGone(error) && void beginSignIn(null),
    meta: { quiet: true },
  };
  const password = useMutation({
    mutationFn: (credentials: Credentials) =>
      isOwnForm ? signInHere(credentials) : signIn(request ?? '', credentials),
    ...outcome,
  });
  const code = useMutation({
    mutationFn: (typed: string) => {
      if (isOwnForm && password.variables) return signInHere(password.variables, typed);
      return confirmCode(step && 'ticket' in step ? step.ticket : '', typed);
    },
    ...outcome,
  });
  return { step, password, code, isOwnForm };
}

/** What went wrong, in the server's words; nothing where the page only begins again. */
export const problemOf = ({ error }: { error: Error | null }): string | null =>
  error && !isRequestGone(error) ? error.message : null;
