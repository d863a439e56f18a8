import { Suspense, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { useKeptOpening } from '@/shared/lib/use-kept';
import { dockStore } from '@/shared/ui/dock/dock-store';
import { dockKey, dockNewLead, type KeptLead, newLeadDialog } from './new-lead-dialog';
import { useNewLead } from './use-new-lead';

const AddLeadModal = onDemand(() => import('./add-lead-modal'));

/** Fetches the dialog's code before it is asked for. */
export const preloadNewLead = (): void => void AddLeadModal.preload().catch(() => {});

/** Shows the dialog that adds leads, wherever it was opened from. */
export function NewLeadHost() {
  const dialog = useSyncExternalStore(newLeadDialog.subscribe, newLeadDialog.get);
  const docked = useSyncExternalStore(dockStore.subscribe, dockStore.get);
  const newLead = useNewLead();
  useKeptOpening<KeptLead>('new lead', ({ data, dockedAs }) => {
    void newLead(data);
    if (dockedAs !== null) dockNewLead(dockedAs);
  });
  const isDocked = docked.some((one) => one.key === dockKey && one.isDocked);
  return (
    <Suspense>{dialog && <AddLeadModal data={dialog.data} isDocked={isDocked} onClose={dialog.close} />}</Suspense>
  );
}
