import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '@/api/errors';
import { NoAccessPage, ServerErrorPage } from './message-pages';

/** Shown when a page could not be rendered. After a 401 it renders nothing, because the app redirects to sign-in. */
export function RouteError({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter();
  const isSignedOut = error instanceof ApiError && error.status === 401;

  useEffect(() => {
    if (!isSignedOut) console.error('A page could not be drawn', error);
  }, [error, isSignedOut]);

  if (isSignedOut) return null;
  if (error instanceof ApiError && error.status === 403) {
    return <NoAccessPage reason={error.code.startsWith('LWAUTH') ? error.message : undefined} />;
  }
  const retry = () => {
    reset?.();
    void router.invalidate();
  };
  return <ServerErrorPage onRetry={retry} />;
}
