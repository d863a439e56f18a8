import { keepUserFilters, userFilters } from '@/shared/lib/user-filters';
import type { Sorting } from '@/shared/ui/data-table/column';

/** Whose loans a list shows; how far anybody's reach goes is the server's to say. */
export type Reach = 'MINE' | 'BRANCH' | 'ALL';

/** Deadlines that are over, that are today's too, and those of the next seven days too. */
export const dues = ['overdue', 'today', 'week'] as const;
export type Due = (typeof dues)[number];

/** What the pipeline's address holds: everything that one would send a colleague. */
export type LoanSearch = {
  string?: string;
  stage?: string;
  assigneeType?: Reach | 'USER';
  assigneeId?: string;
  /** How near the next deadline is. */
  due?: Due;
  orderBy?: string;
  sort?: 'ASC' | 'DESC';
  /** The key of the page, as the server gave it; none is the first. */
  after?: string;
  /** What else has to hold, as the server reads it. */
  filter?: string;
  /** The view that was opened: a kept one's id, or the name of one that is always there. */
  saved?: string;
  /** Chosen columns, where they are not the usual ones. */
  columns?: string;
  /** Cards below their stages instead of a table. */
  view?: 'board';
  /** A loan that a link meant; dropped where the server does not know it. */
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

/** Reads an address; what it does not understand is left out. */
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

/** Latest changes first, unless the address says otherwise. */
export const sortingOf = ({ orderBy, sort }: LoanSearch): Sorting => ({
  orderBy: orderBy ?? 'updated',
  sort: sort ?? (orderBy && orderBy !== 'updated' ? 'ASC' : 'DESC'),
});

/** A change of what is listed begins again at the first page. */
export const changed = (search: LoanSearch, change: Partial<LoanSearch>): LoanSearch =>
  loanSearch({ ...search, after: undefined, ...change });

/** Whether the list is narrower than everything that one may see. */
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

/** Keeps how the list is narrowed, sorted and laid out, for the next time that it is opened; texts and people are not. */
export const keepFilters = (search: LoanSearch): void => {
  const { stage, due, filter, saved, assigneeType, orderBy, sort, columns, view } = search;
  keepUserFilters('loans', {
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

export const keptFilters = (): LoanSearch => loanSearch(userFilters('loans'));
