/** Filters, sorting and search of the contact lists, stored in the tab (CONTACT-05). */
const storageKey = 'contactListFilters';

type Filters = Record<string, string>;
type ContactList = 'borrowers' | 'contacts';

function stored(): Partial<Record<ContactList, Filters>> {
  try {
    const filters: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return typeof filters === 'object' && filters !== null ? filters : {};
  } catch {
    return {};
  }
}

/** The list's last filters. Values that aren't text are ignored. */
export function storedContactFilters(list: ContactList): Filters {
  const kept = Object.entries(stored()[list] ?? {});
  return Object.fromEntries(kept.filter(([, value]) => typeof value === 'string'));
}

/** Stores the list's filters without empty ones. */
export function storeContactFilters(list: ContactList, filters: Record<string, string | undefined>): void {
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  sessionStorage.setItem(storageKey, JSON.stringify({ ...stored(), [list]: set }));
}
