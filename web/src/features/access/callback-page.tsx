import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PublicFrame } from './public-frame';
import { completeSignIn } from './session';
import { texts } from './texts';

type Props = { code?: string | undefined; error?: string | undefined; description?: string | undefined };

/** Where the identity provider returns to: finishes the sign-in and goes to what was asked for, or says why not. */
export function CallbackPage({ code, error, description }: Props) {
  const navigate = useNavigate();
  const isStarted = useRef(false);

  useEffect(() => {
    // A code can be used once; React's double effects in development would spend it twice.
    if (isStarted.current) return;
    isStarted.current = true;
    const fail = (reason: string, details: string | undefined) =>
      navigate({ to: '/autherror', search: { error: reason, error_description: details }, replace: true });
    if (error || !code) {
      void fail(error ?? 'invalid_request', description);
      return;
    }
    completeSignIn().then(
      (path) => window.location.replace(path),
      (cause: unknown) => {
        console.error('The sign-in could not be completed', cause);
        return fail('sign_in_failed', undefined);
      },
    );
  }, [code, error, description, navigate]);

  return (
    <PublicFrame>
      <p role="status" style={{ margin: 0 }}>
        {texts.signingIn}
      </p>
    </PublicFrame>
  );
}
