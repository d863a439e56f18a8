import type { Payer } from './upgrade-rule';

let open: Payer | null = null;
const listeners = new Set<() => void>();

function set(next: Payer | null) {
  open = next;
  for (const listener of listeners) listener();
}

/** The payer whose plan the open dialog changes. Any page can open it. */
export const upgradeDialog = {
  get: () => open,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  open: (payer: Payer) => set(payer),
  close: () => set(null),
};
