import { lazy, Suspense, useSyncExternalStore } from 'react';
import { newLeadDialog } from './new-lead-dialog';

const load = () => import('./add-lead-modal');
const AddLeadModal = lazy(load);

/** Fetches the dialog's code before it is asked for. */
export const preloadNewLead = (): void => void load();

/** Shows the dialog that adds leads, wherever it was opened from. */
export function NewLeadHost() {
  const dialog = useSyncExternalStore(newLeadDialog.subscribe, newLeadDialog.get);
  return <Suspense>{dialog && <AddLeadModal data={dialog.data} onClose={dialog.close} />}</Suspense>;
}
