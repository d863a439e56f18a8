/** Fields by which users of all companies are searched. */
export const searchOptions = ['user', 'email', 'company', 'nmlsId', 'loanId'] as const;
export type SearchOption = (typeof searchOptions)[number];

/** Search parameters of the page. */
export type PeopleSearch = { searchOption?: SearchOption; searchValue?: string; offset?: string };

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads an address. Unknown values are dropped. */
export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  const read = {
    searchOption: searchOptions.find((option) => option === search.searchOption),
    searchValue: text(search.searchValue),
    offset: /^\d{1,5}$/.test(String(search.offset)) ? String(search.offset) : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
