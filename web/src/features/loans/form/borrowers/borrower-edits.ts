import type { FormStore } from '../form-store';
import { type Item, itemsAt } from '../path';

/** Lists whose items have owners. */
const owned = ['assets', 'liabilities', 'expenses', 'ownedProperties'] as const;

const idsOf = (store: FormStore) => itemsAt(store.application, 'borrowers').map(({ id }) => id);
const ownersOf = (item: Item) => (item.owners ?? []) as readonly string[];

/** Adds a borrower, who applies jointly with the primary borrower unless that one already applies with someone. */
export function addBorrower(store: FormStore): string {
  const id = crypto.randomUUID();
  const [primary] = itemsAt(store.application, 'borrowers');
  store.set(`borrowers/${id}`, { id });
  if (primary && primary.jointWith === undefined) joinBorrowers(store, primary.id, id);
  store.flush();
  return id;
}

/** Makes two borrowers apply jointly. Their former joint applicants apply separately. */
export function joinBorrowers(store: FormStore, one: string, other: string): void {
  for (const id of [one, other]) separate(store, id);
  store.set(`borrowers/${one}/jointWith`, other);
  store.set(`borrowers/${other}/jointWith`, one);
  store.flush();
}

/** Makes a borrower apply separately. */
export function separateBorrower(store: FormStore, id: string): void {
  separate(store, id);
  store.flush();
}

function separate(store: FormStore, id: string): void {
  for (const borrower of itemsAt(store.application, 'borrowers')) {
    const isPartner = borrower.id === id || borrower.jointWith === id;
    if (isPartner && borrower.jointWith) store.set(`borrowers/${borrower.id}/jointWith`, null);
  }
}

/** Moves a borrower to a place in the order. The first one is the primary borrower. */
export function moveBorrower(store: FormStore, id: string, to: number): void {
  const others = idsOf(store).filter((other) => other !== id);
  store.set('borrowers/order', others.toSpliced(to, 0, id), true);
}

/** The debts, assets, expenses and properties that belong to this borrower alone. */
export const soleItems = (application: unknown, id: string): readonly { list: string; item: Item }[] =>
  owned.flatMap((list) =>
    itemsAt(application, list)
      .filter((item) => ownersOf(item).length === 1 && ownersOf(item)[0] === id)
      .map((item) => ({ list, item })),
  );

/** Removes a borrower. Items that belong to the borrower alone are removed too, or moved to another borrower. */
export function removeBorrower(store: FormStore, id: string, heir: string | null): void {
  const { application } = store;
  for (const { list, item } of soleItems(application, id)) {
    if (heir) store.set(`${list}/${item.id}/owners`, [heir]);
    else store.set(`${list}/${item.id}`, null);
  }
  for (const list of owned) {
    for (const item of itemsAt(application, list)) {
      const owners = ownersOf(item);
      if (owners.length > 1 && owners.includes(id)) {
        store.set(
          `${list}/${item.id}/owners`,
          owners.filter((owner) => owner !== id),
        );
      }
    }
  }
  for (const expense of itemsAt(application, 'housingExpenses')) {
    if (expense.borrower !== id) continue;
    if (heir) store.set(`housingExpenses/${expense.id}/borrower`, heir);
    else store.set(`housingExpenses/${expense.id}`, null);
  }
  separate(store, id);
  store.set(`borrowers/${id}`, null, true);
}
