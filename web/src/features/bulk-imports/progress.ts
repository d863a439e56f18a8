import { useSyncExternalStore } from 'react';

/** How far the bulk import is that this tab polls. */
export type BulkProgress = { done: number; total: number };

let progress: BulkProgress | null = null;
const listeners = new Set<() => void>();

/** Known to the shell from the first page on; what polls is loaded later. */
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

/** How far the bulk import under way is; null where none is polled. */
export const useBulkProgress = () => useSyncExternalStore(bulkProgress.subscribe, bulkProgress.get);

/** Why no other loan is made meanwhile. */
export const underWayNotice = 'You cannot add more loans when import is in progress';
