/** A record opened from the search, and the search text. */
export type Opened = { text: string; pathname: string };

type State = { isOpen: boolean; text: string; opened: Opened | null };

let state: State = { isOpen: false, text: '', opened: null };
const listeners = new Set<() => void>();

function set(next: Partial<State>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** State of the search dialog and the record opened from it. */
export const searchStore = {
  get: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  open: (text = '') => set({ isOpen: true, text }),
  close: () => set({ isOpen: false }),
  /** Called when a result is opened. */
  follow: (opened: Opened) => set({ isOpen: false, opened }),
};

/** Whether a page belongs to the opened record. */
export const isOf = (opened: Opened | null, pathname: string): opened is Opened =>
  opened !== null && (pathname === opened.pathname || pathname.startsWith(`${opened.pathname}/`));
