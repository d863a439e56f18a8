import { createContext, use, useSyncExternalStore } from 'react';
import { fieldAt } from './catalog';
import { holds } from './condition';
import type { FormStore } from './form-store';
import { type Item, itemPathOf, itemsAt, valueAt } from './path';

type Form = { store: FormStore; loanId: number; isReadOnly: boolean; mayReveal: boolean };

const FormContext = createContext<Form | null>(null);

export const FormProvider = FormContext;

/** The form of the loan page. */
export function useForm(): Form {
  const form = use(FormContext);
  if (!form) throw new Error('This component belongs inside a form');
  return form;
}

/**
 * Reads from the form, and renders again only if the result changes. `read` must return the same object for the same
 * state: a value of the document, or a text or number.
 */
export function useFormValue<Value>(read: (store: FormStore) => Value): Value {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribe, () => read(store));
}

/** The value of one field, with the user's edits. */
export const useValue = (path: string): unknown => useFormValue((store) => store.value(path));

/** The items of a list, with the user's edits. */
export const useItems = (path: string): readonly Item[] => useFormValue((store) => itemsAt(store.application, path));

/** Whether a field is asked. */
export const useIsAsked = (path: string): boolean => useFormValue((store) => isAsked(store.application, path));

export function isAsked(application: unknown, path: string): boolean {
  const field = fieldAt(path);
  return !field || holds(field.visible, application, valueAt(application, itemPathOf(path)));
}

/** The ids of a list, joined, so that lists render again only if items come, go or move. */
export const useIds = (path: string, isShown: (item: Item, application: unknown) => boolean = () => true): string[] => {
  const ids = useFormValue((store) =>
    itemsAt(store.application, path)
      .filter((item) => isShown(item, store.application))
      .map(({ id }) => id)
      .join(' '),
  );
  return ids === '' ? [] : ids.split(' ');
};
