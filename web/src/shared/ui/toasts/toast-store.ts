import { announce } from '../announcer/announcement';

/** The open toasts. The specification defines the rules; `toaster.tsx` renders them. */
export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** Where a toast leads, inside the program. */
export type ToastLink = { to: string; label: string };

/** What a toast offers to do, such as undoing. */
export type ToastAction = { label: string; act: () => void };

/** `durationMs` overrides the default duration in milliseconds. */
export type Toast = {
  id: number;
  type: ToastType;
  title: string;
  text: string;
  durationMs?: number;
  link?: ToastLink | undefined;
  action?: ToastAction | undefined;
};

/** Milliseconds after which a toast closes. */
export const toastTimeoutMs = 8000;

/** Additional milliseconds after the toast was hovered. */
export const toastExtendedTimeoutMs = 8000;

/** Maximum number of open toasts. A further one closes the oldest. */
export const toastLimit = 30;

/** Adds a toast. The list stays unchanged if the same toast is already open, and drops the oldest one if it is full. */
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
  (text: string, title = '', durationMs = toastTimeoutMs, link?: ToastLink, action?: ToastAction) => {
    lastId += 1;
    set(withToast(open, { id: lastId, type, title, text, durationMs, link, action }));
    if (open.at(-1)?.id === lastId) announce([title, text].filter(Boolean).join(': '));
  };

/** Shows a notification that needs no response. */
export const toast = { success: show('success'), error: show('error'), warning: show('warning'), info: show('info') };
