import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * One mechanism for work that would be lost. Whoever holds such work registers it; whoever is about to leave it (a
 * dialog's Cancel, the router, the '+' menu) asks here, and the question is the same everywhere.
 */
export type UnsavedWork = { isDirty: () => boolean; discard: () => void };

const held = new Set<UnsavedWork>();
const listeners = new Set<() => void>();
let resolveQuestion: ((goOn: boolean) => void) | null = null;

function setQuestion(resolve: typeof resolveQuestion) {
  resolveQuestion = resolve;
  for (const listener of listeners) listener();
}

/** Whether anything on the page would be lost. */
export const hasUnsavedWork = (): boolean => [...held].some((work) => work.isDirty());

/**
 * Asks before work is lost, all of the page's or only the given; true where there is nothing to lose or the user goes
 * on. Going on drops the work, so that the same loss is never asked about twice.
 */
export async function confirmDiscard(only?: UnsavedWork): Promise<boolean> {
  const dirty = (only ? [only] : [...held]).filter((work) => work.isDirty());
  if (dirty.length === 0) return true;
  resolveQuestion?.(false);
  const goesOn = await new Promise<boolean>(setQuestion);
  if (goesOn) for (const work of dirty) work.discard();
  return goesOn;
}

/** Drops all of the page's work where there is nothing to ask about any more. */
export function discardAll(): void {
  for (const work of held) work.discard();
}

/** For the dialog that asks. */
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

/** Registers a component's work for as long as it is shown, and gives it its own question for Cancel. */
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
