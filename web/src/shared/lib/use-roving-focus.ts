import { type RefCallback, useCallback } from 'react';
import { isTextEntry } from './text-entry';

const controls = 'a[href], button, input, select, textarea, [tabindex]';
/** The control that a group begins with: the current view, the pressed card. */
const current = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"]';
/** A control that is reached in another way, such as the edge of a column. */
const skipped = '[data-roving-skip]';

const itemsOf = (group: Element): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>(controls)].filter(
    (item) => !item.matches(`:disabled, [type="hidden"], ${skipped}`) && item.checkVisibility(),
  );

/** Browsers stop at the checked radio button of a group only. */
function stopAt(item: HTMLElement | undefined, items: readonly HTMLElement[]): HTMLElement | undefined {
  if (!(item instanceof HTMLInputElement) || item.type !== 'radio') return item;
  const isChecked = (other: HTMLElement) =>
    other instanceof HTMLInputElement && other.type === 'radio' && other.name === item.name && other.checked;
  return items.find(isChecked) ?? item;
}

/** Whether an arrow key still moves the caret within the text of a field. */
function movesCaret(target: HTMLElement, key: string): boolean {
  if (!isTextEntry(target) || target instanceof HTMLSelectElement) return false;
  if (!(target instanceof HTMLInputElement) || key === 'Home' || key === 'End') return true;
  const { selectionStart, selectionEnd, value } = target;
  if (selectionStart !== selectionEnd) return true;
  return key === 'ArrowLeft' ? selectionStart !== 0 : selectionStart !== value.length;
}

function nextItem(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = items.indexOf(from);
  if (at < 0) return undefined;
  return { ArrowRight: items[at + 1], ArrowLeft: items[at - 1], Home: items[0], End: items.at(-1) }[key];
}

/** Keeps one control of a group in the Tab order; returns how to stop that. */
function rove(group: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  const refresh = () => {
    const items = itemsOf(group);
    const begin = last && items.includes(last) ? last : (items.find((item) => item.matches(current)) ?? items[0]);
    const stop = stopAt(begin, items);
    for (const item of items) item.tabIndex = item === stop || item === document.activeElement ? 0 : -1;
  };
  const enter = ({ target }: FocusEvent) => {
    last = target as HTMLElement;
    refresh();
  };
  const move = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || movesCaret(target, event.key)) return;
    const next = nextItem(itemsOf(group), target, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const listening = new AbortController();
  const { signal } = listening;
  group.addEventListener('focusin', enter, { signal });
  group.addEventListener('focusout', refresh, { signal });
  group.addEventListener('keydown', move, { signal });
  const changes = new MutationObserver(refresh);
  changes.observe(group, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'aria-current', 'aria-pressed'],
  });
  // The visible controls depend on the width.
  const sizes = new ResizeObserver(refresh);
  sizes.observe(group);
  refresh();
  return () => {
    listening.abort();
    changes.disconnect();
    sizes.disconnect();
  };
}

/**
 * Makes the controls of a group one Tab stop: arrow keys, Home and End move between them, Tab leaves. It accepts any
 * controls, because toolbars mix radio groups, fields, menus and links of other components.
 */
export const useRovingFocus = <Group extends HTMLElement>(): RefCallback<Group> =>
  useCallback((group: Group | null) => (group ? rove(group) : undefined), []);
