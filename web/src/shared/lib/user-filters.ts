/** Persistent list filters by the name of the list, stored in this browser. */
const storageKey = 'userFilters';

type Filters = Record<string, string>;

function stored(): Record<string, Filters> {
  try {
    const filters: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof filters === 'object' && filters !== null ? (filters as Record<string, Filters>) : {};
  } catch {
    return {};
  }
}

export const userFilters = (list: string): Filters => stored()[list] ?? {};

/** Stores the filters of a list. Undefined values are omitted. */
export function storeUserFilters(list: string, filters: Record<string, string | undefined>): void {
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  localStorage.setItem(storageKey, JSON.stringify({ ...stored(), [list]: set }));
}

export function forgetUserFilters(): void {
  localStorage.removeItem(storageKey);
}
