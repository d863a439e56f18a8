import { oneOf, text } from '@/shared/lib/search-values';
import type { Sorting } from '@/shared/ui/data-table/column';
import { storeContactFilters, storedContactFilters } from './contact-filters';

/** Filter by owner. The server limits it to what the user may see. */
export type RecordFilter = 'MINE' | 'BRANCH' | 'ALL';

type Common = { string?: string; assigneeType?: RecordFilter; sort?: 'ASC' | 'DESC'; after?: string };
export type BorrowerSearch = Common & { orderBy?: 'name' | 'updated' | 'created' };
export type ContactSearch = Common & {
  orderBy?: 'name' | 'companyName' | 'updated';
  category?: string;
  company?: string;
};

const common = (search: Record<string, unknown>): Common => ({
  string: text(search.string),
  assigneeType: oneOf(['MINE', 'BRANCH', 'ALL'] as const, search.assigneeType),
  sort: oneOf(['ASC', 'DESC'] as const, search.sort),
  after: text(search.after),
});

const withoutEmpty = <Search extends object>(read: Search): Search =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Search;

/** Reads the address of the borrower list. Unknown values are dropped. */
export const borrowerSearch = (search: Record<string, unknown>): BorrowerSearch =>
  withoutEmpty({ ...common(search), orderBy: oneOf(['name', 'updated', 'created'] as const, search.orderBy) });

/** Reads the address of the business contact list. Unknown values are dropped. */
export const contactSearch = (search: Record<string, unknown>): ContactSearch =>
  withoutEmpty({
    ...common(search),
    orderBy: oneOf(['name', 'companyName', 'updated'] as const, search.orderBy),
    category: text(search.category),
    company: text(search.company),
  });

/** Sorts by name unless the address says otherwise. */
export const sortingOf = ({ orderBy, sort }: Common & { orderBy?: string }): Sorting => ({
  orderBy: orderBy ?? 'name',
  sort: sort ?? (orderBy === 'updated' || orderBy === 'created' ? 'DESC' : 'ASC'),
});

/** Whether filters hide some of the records that the user may see. */
export const isNarrowed = (search: Common & { category?: string; company?: string }): boolean =>
  Boolean(
    search.string ||
      search.category ||
      search.company ||
      search.assigneeType === 'MINE' ||
      search.assigneeType === 'BRANCH',
  );

/** Stores the list's filters and sorting, without the page. */
export const storeSearch = (list: 'borrowers' | 'contacts', { after: _, ...search }: Common): void =>
  storeContactFilters(list, search as Record<string, string | undefined>);

export const storedBorrowerSearch = (): BorrowerSearch => borrowerSearch(storedContactFilters('borrowers'));
export const storedContactSearch = (): ContactSearch => contactSearch(storedContactFilters('contacts'));
