import type { ComponentType } from 'react';

export type ModalType = 'document' | 'task';

/** A dialog that can be minimized to the bottom of the window without losing its input. */
export type DockDialog = {
  key: string;
  dockTitle: string;
  dockIcon: ComponentType<{ size?: number }>;
  modalType: ModalType;
  isDocked: boolean;
  /** Renders the dialog while it is open, and keeps its input while it is docked. */
  Content: ComponentType<{ dialog: DockDialog }>;
  /** Called when the dialog is closed. */
  onClose?: () => void;
};

let dialogs: readonly DockDialog[] = [];
const listeners = new Set<() => void>();

function set(next: readonly DockDialog[]) {
  dialogs = next;
  for (const listener of listeners) listener();
}

const change = (key: string, to: Partial<DockDialog>) =>
  set(dialogs.map((dialog) => (dialog.key === key ? { ...dialog, ...to } : dialog)));

/** All open and docked dialogs, independent of the current page. */
export const dockStore = {
  get: () => dialogs,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Opens a dialog, or the existing one with the same key. */
  open(dialog: Omit<DockDialog, 'isDocked'>) {
    const isThere = dialogs.some(({ key }) => key === dialog.key);
    if (isThere) change(dialog.key, { isDocked: false });
    else set([...dialogs, { ...dialog, isDocked: false }]);
  },
  dock: (key: string, dockTitle: string) => change(key, { isDocked: true, dockTitle }),
  toggle(key: string) {
    set(dialogs.map((dialog) => (dialog.key === key ? { ...dialog, isDocked: !dialog.isDocked } : dialog)));
  },
  close(key: string) {
    const closed = dialogs.find((dialog) => dialog.key === key);
    set(dialogs.filter((dialog) => dialog !== closed));
    closed?.onClose?.();
  },
};

/** Docked dialogs of a type. */
export const dockedOf = (all: readonly DockDialog[], type: ModalType): readonly DockDialog[] =>
  all.filter(({ modalType, isDocked }) => isDocked && modalType === type);
