import { inBackground } from '@/api/session';
import { toast, toastTimeoutMs } from '@/shared/ui/toasts/toast-store';
import { type Batch, latestBatch, loadBatch } from './batch';
import { nextOf, progressOf, toastsOf } from './outcome';
import { bulkProgress } from './progress';
import { texts } from './texts';

export type Times = { pollInitialDelayMs: number; pollIntervalMs: number };

/** Polling stops after this many consecutive failures. */
const failuresMax = 3;

type Settled = (batch: Batch) => void;

let batch: Batch | null = null;
let polled: string | null = null;
const listeners = new Set<() => void>();
const settled = new Set<Settled>();
const followers = new Set<Settled>();
const channel = new BroadcastChannel('bulk-import');

/** The batch that this tab shows. */
export const shownBatch = {
  get: () => batch,
  set(next: Batch | null) {
    // A batch that was discarded or replaced isn't shown.
    batch = next?.reset ? null : next;
    if (polled) bulkProgress.set(batch ? progressOf(batch) : { done: 0, total: 0 });
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Registers a listener for batches that end while this tab polls them. */
export function onSettled(listener: Settled) {
  settled.add(listener);
  return () => void settled.delete(listener);
}

/** Registers the open dialog, which opens the result. */
export function followResult(listener: Settled) {
  followers.add(listener);
  return () => void followers.delete(listener);
}

/** Whether this tab polls a batch. */
export const isPolling = () => polled !== null;

/** Lets other tabs fetch the newest batch. */
export const notifyOtherTabs = () => channel.postMessage('changed');

function background<T>(ask: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => inBackground(() => void ask().then(resolve, reject)));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls a batch until it ends. */
export async function poll(id: string, times: Times): Promise<void> {
  if (polled) return;
  polled = id;
  bulkProgress.set(batch?._id === id ? progressOf(batch) : { done: 0, total: 0 });
  let failures = 0;
  await pause(times.pollInitialDelayMs);
  while (polled === id) {
    try {
      const next = await background(() => loadBatch(id));
      failures = 0;
      if (polled !== id) return;
      const isOver = next.reset || next.status === 'COMPLETED' || next.status === 'CANCELLED';
      if (isOver) stop();
      shownBatch.set(next);
      if (next.reset) return;
      if (isOver) return finish(next);
    } catch (error) {
      console.error('A bulk import could not be polled', error);
      failures += 1;
      if (failures === failuresMax) {
        stop();
        toast.error(texts.brokenText, texts.broken);
        return;
      }
    }
    await pause(times.pollIntervalMs);
  }
}

function stop() {
  polled = null;
  bulkProgress.set(null);
}

const loanLink = (id: number) => ({ to: `/app/loans/${id}/loan-info`, label: texts.openImported(id) });

function finish(over: Batch) {
  if (over.status === 'COMPLETED') {
    const next = nextOf(over);
    // Without the dialog, the toast links to the loan.
    const link = next.kind === 'open' && followers.size === 0 ? loanLink(next.loanId) : undefined;
    for (const [at, { type, title, text }] of toastsOf(over).entries()) {
      toast[type](text, title, toastTimeoutMs, at === 0 ? link : undefined);
    }
    // A successful result isn't shown again.
    if (next.kind !== 'stay') shownBatch.set(null);
  }
  for (const listener of [...settled, ...followers]) listener(over);
}

/** Fetches the newest batch and polls it if it is running. Called when a tab opens or another tab starts a batch. */
export async function fetchLatest(times: Times): Promise<Batch | null> {
  const latest = await background(latestBatch);
  if (latest?.status === 'IN_PROGRESS') {
    shownBatch.set(latest);
    void poll(latest._id, times);
  } else if (latest && latest._id === batch?._id) {
    shownBatch.set(latest);
  }
  return latest;
}

/** Follows batches that other tabs start. Returns the unsubscribe function. */
export function followOtherTabs(times: Times): () => void {
  const onMessage = () => {
    if (!isPolling()) void fetchLatest(times).catch((error) => console.error('A bulk import could not be read', error));
  };
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}
