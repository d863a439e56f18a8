import { storeUserFilters, userFilters } from '@/shared/lib/user-filters';
import type { AssigneeFilter } from '@/shared/session/assignee-filters';
import type { Sorting } from '@/shared/ui/data-table/column';

/** Filters by deadline: overdue, until today, and until seven days from today. */
export const dues = ['overdue', 'today', 'week'] as const;
export type Due = (typeof dues)[number];

/** The pipeline's address: everything needed to share the list with a colleague. */
export type LoanSearch = {
  string?: string;
  stage?: string;
  assigneeType?: AssigneeFilter | 'USER';
  assigneeId?: string;
  /** Filter by the next deadline. */
  due?: Due;
  orderBy?: string;
  sort?: 'ASC' | 'DESC';
  /** The server's cursor of the page. The first page has none. */
  after?: string;
  /** Further conditions as JSON, in the server's format. */
  filter?: string;
  /** The open view: the id of a saved one, or the name of a built-in one. */
  saved?: string;
  /** Chosen columns, if they differ from the default. */
  columns?: string;
  /** A board with columns by stage, instead of a table. */
  view?: 'board';
  /** A loan from a link. Dropped if the server doesn't find it. */
  loanId?: string;
};

export const sortable = [
  'updated',
  'created',
  'amount',
  'borrower',
  'stage',
  'closing',
  'lockExpiry',
  'nextDeadline',
] as const;

const reaches = ['MINE', 'BRANCH', 'ALL', 'USER'] as const;

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads an address. Unknown values are dropped. */
export function loanSearch(search: Record<string, unknown>): LoanSearch {
  const read: LoanSearch = {
    string: text(search.string),
    stage: text(search.stage),
    assigneeType: oneOf(reaches, search.assigneeType),
    assigneeId: text(search.assigneeId),
    due: oneOf(dues, search.due),
    filter: text(search.filter),
    saved: text(search.saved),
    orderBy: oneOf(sortable, search.orderBy),
    sort: oneOf(['ASC', 'DESC'] as const, search.sort),
    after: text(search.after),
    columns: text(search.columns),
    view: oneOf(['board'] as const, search.view),
    loanId: text(search.loanId),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Latest change first, unless the address says otherwise. */
export const sortingOf = ({ orderBy, sort }: LoanSearch): Sorting => ({
  orderBy: orderBy ?? 'updated',
  sort: sort ?? (orderBy && orderBy !== 'updated' ? 'ASC' : 'DESC'),
});

/** A changed filter starts at the first page. */
export const changed = (search: LoanSearch, change: Partial<LoanSearch>): LoanSearch =>
  loanSearch({ ...search, after: undefined, ...change });

/** Whether filters hide some of the loans that the user may see. */
export const isFiltered = ({ string, stage, due, filter, assigneeType, assigneeId }: LoanSearch): boolean =>
  Boolean(string || stage || due || filter || assigneeId || assigneeType === 'MINE' || assigneeType === 'BRANCH');

/** The same list without its filters. */
export const cleared = (search: LoanSearch): LoanSearch =>
  changed(search, {
    string: undefined,
    stage: undefined,
    due: undefined,
    filter: undefined,
    saved: undefined,
    assigneeType: undefined,
    assigneeId: undefined,
  });

/** Stores filters, sorting and layout for the next visit, without the search text and the assigned user. */
export const storeFilters = (search: LoanSearch): void => {
  const { stage, due, filter, saved, assigneeType, orderBy, sort, columns, view } = search;
  storeUserFilters('loans', {
    stage,
    due,
    filter,
    saved,
    assigneeType: assigneeType === 'USER' ? undefined : assigneeType,
    orderBy,
    sort,
    columns,
    view,
  });
};

export const storedFilters = (): LoanSearch => loanSearch(userFilters('loans'));
