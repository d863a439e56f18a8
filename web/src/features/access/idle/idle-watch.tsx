import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { meQuery } from '@/features/people/me';
import { onDemand } from '@/shared/lib/on-demand';
import { resumeSession } from '../session';
import { sharedActivity } from './last-activity';
import { useIdle } from './use-idle';

const IdleDialog = onDemand(() => import('./idle-dialog'));

/** The dialog is fetched this long after the start, in milliseconds: out of the way, and before the network may be gone. */
const preloadAfterMs = 10_000;

/** Warns whoever did nothing for long, and signs out whoever does not answer. */
export function IdleWatch({ onLogout }: { onLogout: () => void }) {
  // The company's own time, not the installation's.
  const { sessionTimeoutSeconds } = useSuspenseQuery(meQuery).data;
  const store = useMemo(sharedActivity, []);
  const { left, resume } = useIdle(sessionTimeoutSeconds, store, onLogout);

  useEffect(() => {
    // Where it can't be had now it is tried again when it is needed.
    const timer = setTimeout(() => IdleDialog.preload().catch(() => {}), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);

  const stay = () => {
    resume();
    void resumeSession();
  };
  return <Suspense>{left !== null && <IdleDialog left={left} onContinue={stay} onLogout={onLogout} />}</Suspense>;
}
