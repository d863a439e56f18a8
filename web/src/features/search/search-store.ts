/** A record that was opened from the search, and the text that found it. */
export type Opened = { text: string; pathname: string };

type State = { isOpen: boolean; text: string; opened: Opened | null };

let state: State = { isOpen: false, text: '', opened: null };
const listeners = new Set<() => void>();

function set(next: Partial<State>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Whether everything is being searched, for what, and where that has led. */
export const searchStore = {
  get: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  open: (text = '') => set({ isOpen: true, text }),
  close: () => set({ isOpen: false }),
  /** A record was opened, at this address. */
  follow: (opened: Opened) => set({ isOpen: false, opened }),
};

/** Whether a page belongs to the record that was opened. */
export const isOf = (opened: Opened | null, pathname: string): opened is Opened =>
  opened !== null && (pathname === opened.pathname || pathname.startsWith(`${opened.pathname}/`));
