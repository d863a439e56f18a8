import { announce } from '../announcer/announcement';

/** Which toasts are open. The rules are the specification's; how they look is `toaster.tsx`'s. */
export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** One that stays for another time than most says so in milliseconds. */
export type Toast = { id: number; type: ToastType; title: string; text: string; durationMs?: number };

/** A toast closes by itself after this, in milliseconds. */
export const toastTimeoutMs = 8000;

/** After it was hovered it stays this much longer, in milliseconds. */
export const toastExtendedTimeoutMs = 8000;

/** No more than this many are open; the oldest gives way. */
export const toastLimit = 30;

/** The list with one more toast: unchanged where the same one is open already, without the oldest where it is full. */
export function withToast(open: readonly Toast[], toast: Toast): readonly Toast[] {
  const isSame = (other: Toast) =>
    other.type === toast.type && other.title === toast.title && other.text === toast.text;
  if (open.some(isSame)) return open;
  return [...open, toast].slice(-toastLimit);
}

let open: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  if (next === open) return;
  open = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  get: () => open,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  close(id: number) {
    set(open.filter((toast) => toast.id !== id));
  },
};

const show =
  (type: ToastType) =>
  (text: string, title = '', durationMs = toastTimeoutMs) => {
    lastId += 1;
    set(withToast(open, { id: lastId, type, title, text, durationMs }));
    if (open.at(-1)?.id === lastId) announce([title, text].filter(Boolean).join(': '));
  };

/** Tells the user something without asking for anything. */
export const toast = { success: show('success'), error: show('error'), warning: show('warning'), info: show('info') };
