/**
 * The branch that this tab works in. All tabs share the choice in local storage, but a tab keeps to the one that it began
 * with until it is told to follow: a page that shows one branch must not write in another.
 */
export type OrgUnitChoice = {
  orgUnit: number;
  /** All branches together. */
  consolidated: boolean;
};

/** Storage keys of the specification. */
const orgUnitKey = 'activeOrgUnit';
const consolidatedKey = 'consolidated';

/** Whoever acts for somebody else has a choice of this tab's own, and leaves the other tabs alone (decision D32). */
const storage = sessionStorage.getItem(orgUnitKey) === null ? localStorage : sessionStorage;

/** What is stored by now, here or in another tab. */
export function storedChoice(): OrgUnitChoice | null {
  const orgUnit = Number(storage.getItem(orgUnitKey));
  if (!Number.isSafeInteger(orgUnit) || orgUnit <= 0) return null;
  return { orgUnit, consolidated: storage.getItem(consolidatedKey) === 'true' };
}

let current = storedChoice();

/** What this tab sends with its requests. */
export const currentChoice = (): OrgUnitChoice | null => current;

/** Works in a branch from now on, and tells the other tabs. */
export function choose(choice: OrgUnitChoice): void {
  current = choice;
  storage.setItem(consolidatedKey, String(choice.consolidated));
  storage.setItem(orgUnitKey, String(choice.orgUnit));
}

/** Forgets a choice that is good no more; the server then takes the person's usual branch. */
export function forgetChoice(): void {
  current = null;
  storage.removeItem(orgUnitKey);
  storage.removeItem(consolidatedKey);
}

/** Gives this tab a choice of its own from its next page on. */
export function keepOwnChoice({ orgUnit, consolidated }: OrgUnitChoice): void {
  sessionStorage.setItem(consolidatedKey, String(consolidated));
  sessionStorage.setItem(orgUnitKey, String(orgUnit));
}

/** Shares the choice of the other tabs again, from the next page on. */
export function clearOwnChoice(): void {
  sessionStorage.removeItem(orgUnitKey);
  sessionStorage.removeItem(consolidatedKey);
}

/** What another tab chose while this one went on as it was; null where they agree. */
export function choiceElsewhere(): OrgUnitChoice | null {
  const stored = storedChoice();
  if (!stored || !current) return null;
  return stored.orgUnit === current.orgUnit && stored.consolidated === current.consolidated ? null : stored;
}

/** Calls back when another tab may have chosen. */
export function onChoiceElsewhere(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === orgUnitKey || event.key === consolidatedKey) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
