import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * The only mechanism for unsaved work. Components register their work here. Every way to leave the page (a dialog's
 * Cancel, the router, the '+' menu) asks here, so the question is the same everywhere.
 */
export type UnsavedWork = { isDirty: () => boolean; discard: () => void };

const held = new Set<UnsavedWork>();
const listeners = new Set<() => void>();
let resolveQuestion: ((goOn: boolean) => void) | null = null;

function setQuestion(resolve: typeof resolveQuestion) {
  resolveQuestion = resolve;
  for (const listener of listeners) listener();
}

/** Whether the page has unsaved work. */
export const hasUnsavedWork = (): boolean => [...held].some((work) => work.isDirty());

/**
 * Asks the user before unsaved work is lost: all of the page's work, or only the given. Returns true if there is none
 * or the user continues. Continuing discards the work, so that the user isn't asked twice.
 */
export async function confirmDiscard(only?: UnsavedWork): Promise<boolean> {
  const dirty = (only ? [only] : [...held]).filter((work) => work.isDirty());
  if (dirty.length === 0) return true;
  resolveQuestion?.(false);
  const goesOn = await new Promise<boolean>(setQuestion);
  if (goesOn) for (const work of dirty) work.discard();
  return goesOn;
}

/** Discards all of the page's work without asking. */
export function discardAll(): void {
  for (const work of held) work.discard();
}

/** State of the dialog that asks. */
export const unsavedQuestion = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isOpen: () => resolveQuestion !== null,
  answer(goOn: boolean) {
    const resolve = resolveQuestion;
    setQuestion(null);
    resolve?.(goOn);
  },
};

export const useUnsavedQuestion = (): boolean =>
  useSyncExternalStore(unsavedQuestion.subscribe, unsavedQuestion.isOpen);

/** Registers a component's unsaved work while it is mounted. Returns the question for its own Cancel button. */
export function useUnsavedWork(work: UnsavedWork): { confirm: () => Promise<boolean> } {
  const latest = useRef(work);
  latest.current = work;
  const registered = useRef<UnsavedWork>({
    isDirty: () => latest.current.isDirty(),
    discard: () => latest.current.discard(),
  });
  useEffect(() => {
    const entry = registered.current;
    held.add(entry);
    return () => {
      held.delete(entry);
    };
  }, []);
  return { confirm: () => confirmDiscard(registered.current) };
}
