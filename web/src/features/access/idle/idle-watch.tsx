import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { meQuery } from '@/shared/session/me';
import { resumeSession } from '../session';
import { sharedActivity } from './last-activity';
import { useIdle } from './use-idle';

const IdleDialog = onDemand(() => import('./idle-dialog'));

/**
 * Milliseconds after the start at which the dialog is preloaded: after the first load, and before the network may fail.
 */
const preloadAfterMs = 10_000;

/** Warns an idle user, and signs them out if they don't respond. */
export function IdleWatch({ onLogout }: { onLogout: () => void }) {
  // The company's timeout, not the installation's.
  const { sessionTimeoutSeconds } = useSuspenseQuery(meQuery).data;
  const store = useMemo(sharedActivity, []);
  const { left, resume } = useIdle(sessionTimeoutSeconds, store, onLogout);

  useEffect(() => {
    // If preloading fails, the dialog loads when it opens.
    const timer = setTimeout(() => IdleDialog.preload().catch(() => {}), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);

  const stay = () => {
    resume();
    void resumeSession();
  };
  return <Suspense>{left !== null && <IdleDialog left={left} onContinue={stay} onLogout={onLogout} />}</Suspense>;
}
