import { storeUserFilters, userFilters } from '@/shared/lib/user-filters';
import type { Sorting } from '@/shared/ui/data-table/column';

/** Filter by owner. The server limits it to what the user may see. */
export type OwnerFilter = 'MINE' | 'BRANCH' | 'ALL';

/** The list's address: everything needed to share the list with a colleague. */
export type LeadSearch = {
  string?: string;
  status?: string;
  source?: string;
  /** Only leads that went unworked for longer than their status allows. */
  unworked?: 'true';
  assigneeType?: OwnerFilter | 'USER';
  assigneeId?: string;
  orderBy?: string;
  sort?: 'ASC' | 'DESC';
  /** The server's cursor of the page. The first page has none. */
  after?: string;
  /** Chosen columns, if they differ from the default. */
  columns?: string;
  /** A board with columns by status, instead of a table. */
  view?: 'board';
};

const sortable = ['updated', 'created', 'name', 'status', 'followUp'] as const;
const reaches = ['MINE', 'BRANCH', 'ALL', 'USER'] as const;

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads an address. Unknown values are dropped. */
export function leadSearch(search: Record<string, unknown>): LeadSearch {
  const read: LeadSearch = {
    string: text(search.string),
    status: text(search.status),
    source: text(search.source),
    unworked: search.unworked === 'true' || search.unworked === true ? 'true' : undefined,
    assigneeType: oneOf(reaches, search.assigneeType),
    assigneeId: text(search.assigneeId),
    orderBy: oneOf(sortable, search.orderBy),
    sort: oneOf(['ASC', 'DESC'] as const, search.sort),
    after: text(search.after),
    columns: text(search.columns),
    view: oneOf(['board'] as const, search.view),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Sort order of search results: best match first. */
export const closest = 'closest';

/** The default sorting is best match first for a search, else latest change first. */
export const sortingOf = ({ string, orderBy, sort }: LeadSearch): Sorting => {
  const by = orderBy ?? (string ? closest : 'updated');
  return { orderBy: by, sort: sort ?? (by === 'updated' ? 'DESC' : 'ASC') };
};

/** A changed filter starts at the first page. */
export const changed = (search: LeadSearch, change: Partial<LeadSearch>): LeadSearch =>
  leadSearch({ ...search, after: undefined, ...change });

/** Whether filters hide some of the leads that the user may see. */
export const isFiltered = ({ string, status, source, unworked, assigneeId, assigneeType }: LeadSearch): boolean =>
  Boolean(string || status || source || unworked || assigneeId || assigneeType === 'MINE' || assigneeType === 'BRANCH');

/** The same list without its filters. */
export const cleared = (search: LeadSearch): LeadSearch =>
  changed(search, {
    string: undefined,
    status: undefined,
    source: undefined,
    unworked: undefined,
    assigneeType: undefined,
    assigneeId: undefined,
  });

/** Stores filters, sorting and layout for the next visit, without the search text and the assigned user. */
export const storeFilters = (search: LeadSearch): void => {
  const { status, source, assigneeType, orderBy, sort, columns, view } = search;
  storeUserFilters('leads', {
    status,
    source,
    assigneeType: assigneeType === 'USER' ? undefined : assigneeType,
    orderBy,
    sort,
    columns,
    view,
  });
};

export const storedFilters = (): LeadSearch => leadSearch(userFilters('leads'));
