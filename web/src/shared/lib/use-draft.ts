import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { toast } from '@/shared/ui/toasts/toast-store';
import { draftsWithPrefix, hasDraft, registerDraft, takeDraft } from './drafts';

const texts = { back: 'What you had typed is back.' } as const;

type FormDraft = { typed: Record<string, unknown>; opened: unknown };

/**
 * Keeps input when the session ends, and restores it when the same user is back. `values` returns `undefined` if there
 * is nothing to keep. Returns whether input was restored, for components that use it only as an initial value.
 */
export function useDraft<Values>(
  key: string,
  values: () => Values | undefined,
  giveBack: (values: Values) => void,
): boolean {
  const latest = useRef({ values, giveBack });
  latest.current = { values, giveBack };
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (hasDraft(key)) {
      latest.current.giveBack(takeDraft(key) as Values);
      setBack(true);
      toast.info(texts.back);
    }
    return registerDraft(key, () => latest.current.values());
  }, [key]);
  return isBack;
}

/**
 * Keeps the changes in a form. `opened` are the arguments to reopen its dialog with. `without` are fields that can't be
 * kept.
 */
export function useDraftForm<Form extends FieldValues>(
  key: string,
  form: UseFormReturn<Form>,
  { opened, without = [] }: { opened?: unknown; without?: readonly string[] } = {},
): boolean {
  const { isDirty, dirtyFields } = form.formState;
  const typed = () => {
    const changed = Object.entries(form.getValues()).filter(
      ([field]) => dirtyFields[field as keyof typeof dirtyFields],
    );
    return Object.fromEntries(changed.filter(([field]) => !without.includes(field)));
  };
  return useDraft<FormDraft>(
    key,
    () => (isDirty ? { typed: typed(), opened } : undefined),
    (kept) => {
      for (const [field, value] of Object.entries(kept.typed)) {
        form.setValue(field as Path<Form>, value as never, { shouldDirty: true });
      }
    },
  );
}

/** The arguments of a dialog whose form is kept, or null. */
export function draftOpening<Opened>(key: string): Opened | null {
  const kept = draftsWithPrefix(key).find(([name]) => name === key)?.[1];
  return ((kept as FormDraft | undefined)?.opened as Opened | undefined) ?? null;
}

/** Reopens a dialog whose form is kept as soon as the same user is back. */
export function useDraftOpening<Opened>(key: string, open: (opened: Opened) => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const opened = draftOpening<Opened>(key);
    if (opened !== null) latest.current(opened);
  }, [key]);
}
