/** Search parameters of the list. */
export type CompanySearch = { string?: string; state?: 'ACTIVE' | 'SUSPENDED'; offset?: string };

/** Reads an address. Unknown values are dropped. */
export function companySearch(search: Record<string, unknown>): CompanySearch {
  const read = {
    string: typeof search.string === 'string' && search.string !== '' ? search.string : undefined,
    state: (['ACTIVE', 'SUSPENDED'] as const).find((state) => state === search.state),
    offset: /^\d{1,5}$/.test(String(search.offset)) ? String(search.offset) : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
