import { keepUserFilters, userFilters } from '@/shared/lib/user-filters';
import type { Sorting } from '@/shared/ui/data-table/column';

/** Whose leads a list shows; how far anybody's reach goes is the server's to say. */
export type Reach = 'MINE' | 'BRANCH' | 'ALL';

/** What the address of the list holds: everything that one would send a colleague. */
export type LeadSearch = {
  string?: string;
  status?: string;
  source?: string;
  /** Only those that nobody worked for longer than their status allows. */
  unworked?: 'true';
  assigneeType?: Reach | 'USER';
  assigneeId?: string;
  orderBy?: string;
  sort?: 'ASC' | 'DESC';
  /** The key of the page, as the server gave it; none is the first. */
  after?: string;
  /** Chosen columns, where they are not the usual ones. */
  columns?: string;
  /** As rows of a table, or as cards below their statuses. */
  view?: 'board';
};

const sortable = ['updated', 'created', 'name', 'status', 'followUp'] as const;
const reaches = ['MINE', 'BRANCH', 'ALL', 'USER'] as const;

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads an address; what it does not understand is left out. */
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

/** What a text finds, closest first. */
export const closest = 'closest';

/** Latest changes first, of what a text finds the closest, unless the address says otherwise. */
export const sortingOf = ({ string, orderBy, sort }: LeadSearch): Sorting => {
  const by = orderBy ?? (string ? closest : 'updated');
  return { orderBy: by, sort: sort ?? (by === 'updated' ? 'DESC' : 'ASC') };
};

/** A change of what is listed begins again at the first page. */
export const changed = (search: LeadSearch, change: Partial<LeadSearch>): LeadSearch =>
  leadSearch({ ...search, after: undefined, ...change });

/** Whether the list is narrower than everything that one may see. */
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

/** Keeps how the list is narrowed, sorted and laid out, for the next time that it is opened; texts and people are not. */
export const keepFilters = (search: LeadSearch): void => {
  const { status, source, assigneeType, orderBy, sort, columns, view } = search;
  keepUserFilters('leads', {
    status,
    source,
    assigneeType: assigneeType === 'USER' ? undefined : assigneeType,
    orderBy,
    sort,
    columns,
    view,
  });
};

export const keptFilters = (): LeadSearch => leadSearch(userFilters('leads'));
