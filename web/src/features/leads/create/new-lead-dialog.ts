import type { Lead } from '@/api/types';

/** What an opener knows of the lead already. */
export type NewLeadData = {
  /** Where the property is, where a price was asked for. */
  StateCode?: string;
};

export type OpenDialog = { data: NewLeadData; close: (lead: Lead | undefined) => void };

let dialog: OpenDialog | null = null;
const listeners = new Set<() => void>();

function set(next: OpenDialog | null) {
  dialog = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog from anywhere; answers with the lead that was made, or nothing. */
export function openNewLead(data: NewLeadData = {}): Promise<Lead | undefined> {
  return new Promise((resolve) => {
    const close = (lead: Lead | undefined) => {
      set(null);
      resolve(lead);
    };
    set({ data, close });
  });
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
