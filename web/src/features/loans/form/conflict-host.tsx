import { Suspense } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { useFormValue } from './form-context';

const ConflictDialog = onDemand(() => import('./conflict-dialog'));

/** Asks about the fields that someone else changed first. */
export function ConflictHost() {
  const conflicts = useFormValue((store) => store.conflicts);
  const [conflict] = conflicts;
  return <Suspense>{conflict && <ConflictDialog conflict={conflict} count={conflicts.length} />}</Suspense>;
}
