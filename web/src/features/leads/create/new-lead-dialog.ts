import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { Lead } from '@/api/types';
import { dockStore } from '@/shared/ui/dock/dock-store';

/** What an opener knows of the lead already. */
export type NewLeadData = {
  /** Where the property is, where a price was asked for. */
  StateCode?: string;
};

/** How the dialog is opened again with what was kept; under which title where it was docked. */
export type KeptLead = { data: NewLeadData; dockedAs: string | null };

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

/** Its entry among the docked dialogs, once it was docked. */
export const dockKey = 'new lead';

/**
 * Opens the dialog from anywhere; answers with the lead that was made, or nothing. One that is docked comes back with what
 * was typed into it.
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

/** Puts the dialog aside, under a title by which it is found again. */
export function dockNewLead(title: string): void {
  const entry = { key: dockKey, dockTitle: title, dockIcon: IconUserPlus, modalType: 'document' as const };
  dockStore.open({ ...entry, Content: () => null, onClose: () => dialog?.close(undefined) });
  dockStore.dock(dockKey, title);
}

/** For the one place that shows it. */
export const newLeadDialog = {
  get: () => dialog,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
