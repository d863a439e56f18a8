import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * The only mechanism for unsaved work. Components register their work here. Every way to leave the page (a dialog's
 * Cancel, the router, the '+' menu) asks here, so the question is the same everywhere.
 */
export type UnsavedWork = {
  isDirty: () => boolean;
  discard: () => void;
  /** Survives navigation, but not a reload, a sign-out or a switch of branch. */
  outlivesPage?: boolean;
  /** The question, if it isn't the usual one. */
  question?: string;
};

const held = new Set<UnsavedWork>();
const listeners = new Set<() => void>();
let resolveQuestion: ((goOn: boolean) => void) | null = null;
let question: string | undefined;

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
export const confirmDiscard = (only?: UnsavedWork): Promise<boolean> =>
  confirmLoss(only ? [only] : [...held].filter((work) => !work.outlivesPage));

/** Also asks about work that survives navigation. For a sign-out or a switch of branch, which reload the page. */
export const confirmLeave = (): Promise<boolean> => confirmLoss([...held]);

async function confirmLoss(works: readonly UnsavedWork[]): Promise<boolean> {
  const dirty = works.filter((work) => work.isDirty());
  if (dirty.length === 0) return true;
  question = dirty.find((work) => work.question)?.question;
  resolveQuestion?.(false);
  const goesOn = await new Promise<boolean>(setQuestion);
  if (goesOn) for (const work of dirty) work.discard();
  return goesOn;
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
  text: () => question,
  answer(goOn: boolean) {
    const resolve = resolveQuestion;
    setQuestion(null);
    resolve?.(goOn);
  },
};

export const useUnsavedQuestion = (): boolean =>
  useSyncExternalStore(unsavedQuestion.subscribe, unsavedQuestion.isOpen);

/** Registers unsaved work that belongs to no component. Returns how to unregister it. */
export function holdUnsavedWork(work: UnsavedWork): () => void {
  held.add(work);
  return () => void held.delete(work);
}

/** Registers a component's unsaved work while it is mounted. Returns the question for its own Cancel button. */
export function useUnsavedWork(work: UnsavedWork): { confirm: () => Promise<boolean> } {
  const latest = useRef(work);
  latest.current = work;
  const registered = useRef<UnsavedWork>({
    isDirty: () => latest.current.isDirty(),
    discard: () => latest.current.discard(),
  });
  useEffect(() => holdUnsavedWork(registered.current), []);
  return { confirm: () => confirmDiscard(registered.current) };
}
