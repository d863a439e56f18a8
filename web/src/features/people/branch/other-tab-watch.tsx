import { Suspense, useSyncExternalStore } from 'react';
import { choiceElsewhere, onChoiceElsewhere } from '@/api/org-unit';
import { onDemand } from '@/shared/lib/on-demand';

const OtherTabDialog = onDemand(() => import('./other-tab-dialog'));

/** Notices that the branch was switched in another tab. */
export function OtherTabWatch() {
  const isElsewhere = useSyncExternalStore(onChoiceElsewhere, () => choiceElsewhere() !== null);
  return <Suspense>{isElsewhere && <OtherTabDialog />}</Suspense>;
}
