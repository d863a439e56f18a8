import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { Lead } from '@/api/types';
import { dockStore } from '@/shared/ui/dock/dock-store';

/** Initial values of the dialog. */
export type NewLeadData = {
  /** The property's state, if the lead comes from a price quote. */
  StateCode?: string;
};

/** State for reopening the dialog, with the title if it was docked. */
export type LeadDraft = { data: NewLeadData; dockedAs: string | null };

export type OpenDialog = {
  data: NewLeadData;
  close: (lead: Lead | undefined) => void;
  made: Promise<Lead | undefined>;
};

let dialog: OpenDialog | null = null;
const listeners = new Set<() => void>();

function set(next: OpenDialog | null) {
  dialog = next;
  for (const listener of listeners) listener();
}

/** The key of its entry among docked dialogs. */
export const dockKey = 'new lead';

/**
 * Opens the dialog from anywhere. Resolves with the created lead, or undefined. A docked dialog reopens with its
 * content.
 */
export function openNewLead(data: NewLeadData = {}): Promise<Lead | undefined> {
  if (dialog) {
    const { made } = dialog;
    if (dockStore.get().some(({ key, isDocked }) => key === dockKey && isDocked)) dockStore.toggle(dockKey);
    return made;
  }
  let close: OpenDialog['close'] = () => {};
  const made = new Promise<Lead | undefined>((resolve) => {
    close = (lead) => {
      set(null);
      resolve(lead);
      dockStore.close(dockKey);
    };
  });
  set({ data, close, made });
  return made;
}

/** Docks the dialog under a title. */
export function dockNewLead(title: string): void {
  const entry = { key: dockKey, dockTitle: title, dockIcon: IconUserPlus, modalType: 'document' as const };
  dockStore.open({ ...entry, Content: () => null, onClose: () => dialog?.close(undefined) });
  dockStore.dock(dockKey, title);
}

/** For the single component that renders it. */
export const newLeadDialog = {
  get: () => dialog,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
