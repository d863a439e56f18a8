import { Suspense, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { useDraftOpening } from '@/shared/lib/use-draft';
import { dockStore } from '@/shared/ui/dock/dock-store';
import { dockKey, dockNewLead, type LeadDraft, newLeadDialog } from './new-lead-dialog';
import { useNewLead } from './use-new-lead';

const AddLeadModal = onDemand(() => import('./add-lead-modal'));

/** Loads the dialog's code in advance. */
export const preloadNewLead = (): void => void AddLeadModal.preload().catch(() => {});

/** Renders the dialog when any page opens it. */
export function NewLeadHost() {
  const dialog = useSyncExternalStore(newLeadDialog.subscribe, newLeadDialog.get);
  const docked = useSyncExternalStore(dockStore.subscribe, dockStore.get);
  const newLead = useNewLead();
  useDraftOpening<LeadDraft>('new lead', ({ data, dockedAs }) => {
    void newLead(data);
    if (dockedAs !== null) dockNewLead(dockedAs);
  });
  const isDocked = docked.some((one) => one.key === dockKey && one.isDocked);
  return (
    <Suspense>{dialog && <AddLeadModal data={dialog.data} isDocked={isDocked} onClose={dialog.close} />}</Suspense>
  );
}
