import { toast } from '@/shared/ui/toasts/toast-store';
import { itemTitle } from './catalog';
import type { FormStore } from './form-store';
import type { ListLayout, Scope } from './layout';
import { type Item, itemsAt, valueAt } from './path';
import { texts } from './texts';

/** The name of a list: the last step of its path. */
export const listName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Adds an item to a list, and takes back the mark that the list doesn't apply. Returns the item's id. */
export function addItem(store: FormStore, list: ListLayout, scope: Scope): string {
  const id = crypto.randomUUID();
  const mark = list.mark && scope.markPrefix + list.mark;
  if (mark && store.value(mark) === true) store.set(mark, false);
  store.set(`${scope.prefix}${list.path}/${id}`, { ...list.initial?.(scope, store.application), id }, true);
  return id;
}

/** Removes an item. The notification offers to bring it back to its place. */
export function removeItem(store: FormStore, listPath: string, id: string): void {
  const path = `${listPath}/${id}`;
  const item = valueAt(store.application, path) as Item | undefined;
  if (!item) return;
  const order = itemsAt(store.application, listPath).map((one) => one.id);
  const title = itemTitle(listName(listPath), item);
  store.set(path, null, true);
  const undo = () => {
    const { accountNumberLastFour: _, accountNumber: __, ...restored } = item;
    store.set(path, restored);
    const known = itemsAt(store.application, listPath).map((one) => one.id);
    const isComplete = known.length === order.length && order.every((one) => known.includes(one));
    if (isComplete) store.set(`${listPath}/order`, order);
    store.flush();
  };
  const text = item.accountNumberLastFour ? texts.removedSealed(title) : texts.removed(title);
  toast.info(text, '', undefined, undefined, { label: texts.undo, act: undo });
}

/** Moves an item past its neighbor among the shown items. */
export function moveItem(store: FormStore, listPath: string, shown: readonly string[], id: string, by: -1 | 1): void {
  const other = shown[shown.indexOf(id) + by];
  if (other === undefined) return;
  const order = itemsAt(store.application, listPath).map((one) => one.id);
  const moved = order.map((one) => (one === id ? other : one === other ? id : one));
  store.set(`${listPath}/order`, moved, true);
}
