/** When somebody last did something, in Unix milliseconds; where it is kept decides who shares it. */
export type ActivityStore = {
  /** Now, where nothing is known. */
  read: () => number;
  write: (atMs: number) => void;
  /** Calls back when somebody else wrote; returns how to stop that. */
  subscribe: (onChange: () => void) => () => void;
};

/** The specification's key: every tab of the browser reads and writes it. */
const storageKey = 'lastActivity';

/** Written at most once in this many milliseconds: the pointer moves more often than anybody needs to know. */
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
