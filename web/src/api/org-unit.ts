/**
 * The branch that this tab works in. All tabs share the choice in local storage. A tab keeps its own branch until the
 * user follows the change, because a page that shows one branch must not write to another.
 */
export type OrgUnitChoice = {
  orgUnit: number;
  /** Whether the tab shows all branches together. */
  consolidated: boolean;
};

/** Storage keys of the specification. */
const orgUnitKey = 'activeOrgUnit';
const consolidatedKey = 'consolidated';

/** A tab that acts on behalf of another user keeps its own choice and doesn't affect other tabs (decision D32). */
const storage = sessionStorage.getItem(orgUnitKey) === null ? localStorage : sessionStorage;

/** The stored choice, made here or in another tab. */
export function storedChoice(): OrgUnitChoice | null {
  const orgUnit = Number(storage.getItem(orgUnitKey));
  if (!Number.isSafeInteger(orgUnit) || orgUnit <= 0) return null;
  return { orgUnit, consolidated: storage.getItem(consolidatedKey) === 'true' };
}

let current = storedChoice();

/** The choice that this tab sends with its requests. */
export const currentChoice = (): OrgUnitChoice | null => current;

/** Works in this branch from now on. Other tabs notice through the storage event. */
export function choose(choice: OrgUnitChoice): void {
  current = choice;
  storage.setItem(consolidatedKey, String(choice.consolidated));
  storage.setItem(orgUnitKey, String(choice.orgUnit));
}

/** Drops an invalid choice. The server then uses the user's default branch. */
export function forgetChoice(): void {
  current = null;
  storage.removeItem(orgUnitKey);
  storage.removeItem(consolidatedKey);
}

/** Gives this tab its own choice, starting with the next page load. */
export function storeOwnChoice({ orgUnit, consolidated }: OrgUnitChoice): void {
  sessionStorage.setItem(consolidatedKey, String(consolidated));
  sessionStorage.setItem(orgUnitKey, String(orgUnit));
}

/** Returns to the choice shared by all tabs, starting with the next page load. */
export function clearOwnChoice(): void {
  sessionStorage.removeItem(orgUnitKey);
  sessionStorage.removeItem(consolidatedKey);
}

/** The choice that another tab made since this tab made its own, or null if they agree. */
export function choiceElsewhere(): OrgUnitChoice | null {
  const stored = storedChoice();
  if (!stored || !current) return null;
  return stored.orgUnit === current.orgUnit && stored.consolidated === current.consolidated ? null : stored;
}

/** Calls the listener when another tab may have changed the choice. */
export function onChoiceElsewhere(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === orgUnitKey || event.key === consolidatedKey) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
