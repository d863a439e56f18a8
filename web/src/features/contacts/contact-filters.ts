/** How the lists of contacts are narrowed, sorted and searched, for as long as the tab lives (CONTACT-05). */
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

/** What a list was left with; nothing that is no text is taken for a filter. */
export function keptContactFilters(list: ContactList): Filters {
  const kept = Object.entries(stored()[list] ?? {});
  return Object.fromEntries(kept.filter(([, value]) => typeof value === 'string'));
}

/** Keeps what a list is narrowed by; what is not set is left out. */
export function keepContactFilters(list: ContactList, filters: Record<string, string | undefined>): void {
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  sessionStorage.setItem(storageKey, JSON.stringify({ ...stored(), [list]: set }));
}
