import { useSyncExternalStore } from 'react';

/** Progress of the batch that this tab polls. */
export type BulkProgress = { done: number; total: number };

let progress: BulkProgress | null = null;
const listeners = new Set<() => void>();

/** Loaded with the first page. The polling code loads later. */
export const bulkProgress = {
  get: () => progress,
  set(next: BulkProgress | null) {
    progress = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Progress of the running bulk import, or null if none is polled. */
export const useBulkProgress = () => useSyncExternalStore(bulkProgress.subscribe, bulkProgress.get);

/** Shown when the user tries to add a loan during an import. */
export const underWayNotice = 'You cannot add more loans when import is in progress';
