import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { appPath } from '@/shared/lib/app-base';
import { logOutHere } from '../log-out';
import { hasRedirect, takeRedirect } from '../redirects';
import { completeSignIn } from '../session';
import { texts } from './texts';
import { Waiting } from './waiting';

/** After this many milliseconds on this page, the browser goes to the start page. */
const stuckMs = 10_000;

export type CallbackSearch = {
  error?: string | undefined;
  error_description?: string | undefined;
  logout?: string | undefined;
  reason?: string | undefined;
};

type Props = CallbackSearch & { code?: string | undefined; state?: string | undefined };

/**
 * The identity provider redirects to this page. It finishes the sign-in and opens the requested page, shows an error,
 * or signs out if the provider asks for that.
 */
export function CallbackPage({ code, state, error, error_description, logout, reason }: Props) {
  const navigate = useNavigate();
  const isStarted = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => window.location.replace(appPath('/')), stuckMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    // A code works once. React's double effects in development would use it twice.
    if (isStarted.current) return;
    isStarted.current = true;
    const fail = (name: string, details?: string) =>
      navigate({ to: '/autherror', search: { error: name, error_description: details }, replace: true });
    if (logout !== undefined) {
      void logOutHere().then(() => navigate({ to: '/session-ended', search: { reason }, replace: true }));
    } else if (error) {
      void fail(error, error_description);
    } else if (code) {
      completeSignIn(`?${new URLSearchParams({ code, state: state ?? '' })}`).then(
        (path) => window.location.replace(path),
        (cause: unknown) => {
          console.error('The sign-in could not be completed', cause);
          return fail('sign_in_failed');
        },
      );
    } else if (hasRedirect()) {
      window.location.replace(takeRedirect());
    }
  }, [code, state, error, error_description, logout, reason, navigate]);

  return <Waiting text={texts.signingIn} />;
}
