/** Time of the user's last activity, in Unix milliseconds. The storage decides which tabs share it. */
export type ActivityStore = {
  /** Returns the current time if nothing is stored. */
  read: () => number;
  write: (atMs: number) => void;
  /** Calls back when another tab wrote. Returns the unsubscribe function. */
  subscribe: (onChange: () => void) => () => void;
};

/** The specification's key. All tabs of the browser share it. */
const storageKey = 'lastActivity';

/** Minimum milliseconds between writes, because the pointer moves far more often. */
const writeEveryMs = 1000;

/** Activity that all tabs share through local storage. */
export function sharedActivity(): ActivityStore {
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  return {
    read: () => Number(localStorage.getItem(storageKey)) || Date.now(),
    write(atMs) {
      if (atMs - writtenAtMs < writeEveryMs) return;
      writtenAtMs = atMs;
      localStorage.setItem(storageKey, String(atMs));
    },
    subscribe(onChange) {
      const listen = (event: StorageEvent) => event.key === storageKey && onChange();
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}
