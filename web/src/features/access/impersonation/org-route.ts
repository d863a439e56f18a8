/** The super administrator's last page in the provider's area, and its search. */
const routeKey = 'lastOrgRoute';
const optionKey = 'searchOption';
const valueKey = 'searchValue';

type Search = { searchOption?: string | undefined; searchValue?: string | undefined };

/** Stores a page of the provider's area. */
export function storeOrgRoute(storage: Storage, pathname: string, { searchOption, searchValue }: Search): void {
  storage.setItem(routeKey, pathname);
  const keep = (key: string, value: string | undefined) =>
    value ? storage.setItem(key, value) : storage.removeItem(key);
  keep(optionKey, searchOption);
  keep(valueKey, searchValue);
}

/** The stored page with its search, or the start page of the area. */
export function lastOrgRoute(storage: Storage): string {
  const route = storage.getItem(routeKey) ?? '';
  const pathname = /^\/org(\/[\w-]+)*$/.test(route) ? route : '/org';
  const [option, value] = [storage.getItem(optionKey), storage.getItem(valueKey)];
  const search = new URLSearchParams();
  if (option && value) {
    search.set(optionKey, option);
    search.set(valueKey, value);
  }
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
