import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '../config';
import { beginSignIn } from '../session';
import { type Credentials, confirmCode, isRequestGone, type SignInStep, signIn, signInHere } from './sign-in';

/** State of a sign-in from the first step to the last. */
export function useSignIn(request: string | undefined) {
  const isOwnForm = useConfig().auth.strategy === 'custom-login';
  const [step, setStep] = useState<SignInStep | null>(null);
  const outcome = {
    onSuccess: (next: SignInStep) => {
      setStep(next);
      // The user must see new recovery codes first. All other results redirect at once.
      if ('redirectTo' in next && next.step !== 'RECOVERY_CODES') window.location.assign(next.redirectTo);
    },
    // The authorization request has expired, so the sign-in restarts.
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

/** The server's message, or null if the sign-in only restarts. */
export const problemOf = ({ error }: { error: Error | null }): string | null =>
  error && !isRequestGone(error) ? error.message : null;
