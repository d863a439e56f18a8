import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { choiceElsewhere, onChoiceElsewhere } from '@/api/org-unit';
import { onDemand } from '@/shared/lib/on-demand';
import { hasUnsavedWork } from '@/shared/lib/unsaved-changes';

const OtherTabDialog = onDemand(() => import('./other-tab-dialog'));

/** Interval for checking whether a postponed switch can proceed, in milliseconds. */
const lookAgainMs = 1000;

/** Detects that the branch was switched in another tab. */
export function OtherTabWatch() {
  const isElsewhere = useSyncExternalStore(onChoiceElsewhere, () => choiceElsewhere() !== null);
  const [isPostponed, setPostponed] = useState(false);
  useEffect(() => {
    if (!isPostponed) return;
    const timer = setInterval(() => {
      if (!hasUnsavedWork()) setPostponed(false);
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isPostponed]);
  return <Suspense>{isElsewhere && !isPostponed && <OtherTabDialog onPostpone={() => setPostponed(true)} />}</Suspense>;
}
