import { createContext, use, useMemo, useState } from 'react';
import { idOf } from './fields/field-props';
import { useForm, useFormValue } from './form-context';
import { jointGroups } from './joint-groups';
import { type Item, isId, valueAt } from './path';

/** Whose part of the form is shown: the borrower of sections 1 and 5 to 8, the joint group of sections 2 and 3. */
type Selection = { borrower: string; group: number; choose: (chosen: { borrower?: string; group?: number }) => void };

const SelectionContext = createContext<Selection | null>(null);
export const SelectionProvider = SelectionContext;

/** The state of the selection, for the page that provides it. */
export function useSelectionState(): Selection {
  const [chosen, setChosen] = useState({ borrower: '', group: 0 });
  return useMemo(
    () => ({ ...chosen, choose: (change) => setChosen((before) => ({ ...before, ...change })) }),
    [chosen],
  );
}

/** The selection. A removed borrower or group is replaced by the first one. */
export function useSelection(): Selection & { groups: readonly (readonly string[])[] } {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('This component belongs inside a form');
  const groups = useFormValue(({ application }) =>
    jointGroups(application)
      .map((group) => group.join(' '))
      .join('|'),
  )
    .split('|')
    .map((ids) => ids.split(' '));
  const ids = groups.flat();
  return {
    ...selection,
    groups,
    borrower: ids.includes(selection.borrower) ? selection.borrower : (ids[0] ?? ''),
    group: groups[selection.group] ? selection.group : 0,
  };
}

/** Leads to a field: shows its borrower or group, scrolls to it and focuses it. */
export function useFocusField(): (path: string, section?: string) => void {
  const { choose, groups } = useSelection();
  const { store } = useForm();
  return (path, section) => {
    const [list, id] = path.split('/');
    if (list === 'borrowers' && isId(id)) {
      const group = groups.findIndex((ids) => ids.includes(id ?? ''));
      choose({ borrower: id ?? '', group: Math.max(0, group) });
    } else if (isId(id)) {
      const owners = ((valueAt(store.application, `${list}/${id}`) as Item | undefined)?.owners ?? []) as string[];
      const group = groups.findIndex((ids) => owners.some((owner) => ids.includes(owner)));
      if (group >= 0) choose({ group });
    }
    // The chosen part is in the page after the next paint.
    setTimeout(() => focusPath(path, section), 50);
  };
}

const controls = 'input, select, textarea, button';

/** Focuses the control of a path, or else the first control of its item or its section. */
function focusPath(path: string, section: string | undefined) {
  const item = path.split('/').findLast(isId);
  const target =
    document.getElementById(idOf(path)) ??
    document.getElementById(idOf(`${path}/line`)) ??
    document.querySelector<HTMLElement>(`[data-item="${item}"] :is(${controls})`) ??
    document.getElementById(section ?? '')?.querySelector<HTMLElement>(`:is(${controls}):not([type="radio"])`);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
