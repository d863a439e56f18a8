import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { type BorrowerSearch, sortingOf } from '@/features/contacts/directory-search';
import { pageSize } from '@/shared/lib/constants';
import type { LoadOptions } from '@/shared/ui/async-select';

export type Borrower = components['schemas']['BorrowerRecord'];
export type BorrowerRow = components['schemas']['BorrowerRow'];
export type BorrowerIn = components['schemas']['BorrowerDetails'];
export type TimelineEntry = components['schemas']['BorrowerTimelineEntry'];
type Page = components['schemas']['BorrowerPage'];
type Count = Pick<Page, 'count' | 'countIsCapped'>;

const filtersOf = ({ string, assigneeType }: BorrowerSearch) => ({ string, assigneeType });
const countKey = (search: BorrowerSearch) => ['borrowers', 'count', filtersOf(search)] as const;

/** One page of the list. The first page includes the total count. */
export const borrowerPageQuery = (search: BorrowerSearch) => {
  const query = { ...filtersOf(search), ...sortingOf(search), after: search.after };
  return queryOptions({
    queryKey: ['borrowers', 'page', query],
    queryFn: async ({ signal, client }) => {
      const page = await answer(
        api.GET('/api/borrowers', { params: { query: { ...query, limit: pageSize } }, signal }),
      );
      if (typeof page.count === 'number') client.setQueryData<Count>(countKey(search), page);
      return page;
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

export const borrowerCountQuery = (search: BorrowerSearch) =>
  queryOptions({
    queryKey: countKey(search),
    queryFn: ({ signal }): Promise<Count> =>
      answer(api.GET('/api/borrowers', { params: { query: { ...filtersOf(search), onlyCount: true } }, signal })),
    enabled: search.after !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  });

export const borrowerQuery = (id: number) =>
  queryOptions({
    queryKey: ['borrowers', 'one', id],
    queryFn: () => answer(api.GET('/api/borrowers/{id}', { params: { path: { id } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['borrowers', 'timeline', id],
    queryFn: () => answer(api.GET('/api/borrowers/{id}/timeline', { params: { path: { id } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Finds borrowers by first and last name, ten at a time. */
export const loadFamily: LoadOptions = async ({ string, offset, limit }, signal) => {
  const customSearch = JSON.stringify({ searchFields: ['firstName', 'lastName'], searchValue: string });
  const params = { query: { limit, offset, orderBy: 'name', sort: 'ASC', customSearch } };
  const { rows, count } = await answer(api.GET('/api/lookups/family-contacts', { params, signal }));
  return { options: rows.map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` })), count };
};

type Change =
  | { act: 'add'; body: BorrowerIn; key: string }
  | { act: 'edit'; borrower: Borrower; body: BorrowerIn }
  | { act: 'relate'; id: number; relative: number; relation: string }
  | { act: 'unrelate'; id: number; relative: number };

const send = (change: Change): Promise<Borrower> => {
  if (change.act === 'add') {
    const params = { header: { 'Idempotency-Key': change.key } };
    return answer(api.POST('/api/borrowers', { params, body: change.body }));
  }
  if (change.act === 'edit') {
    const { id, version } = change.borrower;
    const params = { path: { id }, header: { 'If-Match': String(version) } };
    return answer(api.PATCH('/api/borrowers/{id}', { params, body: change.body }));
  }
  const params = { path: { id: change.id, relative: change.relative } };
  if (change.act === 'unrelate') return answer(api.DELETE('/api/borrowers/{id}/relatives/{relative}', { params }));
  const body = { relation: change.relation as components['schemas']['RelativeIn']['relation'] };
  return answer(api.PUT('/api/borrowers/{id}/relatives/{relative}', { params, body }));
};

/** A call that changes a borrower and returns the updated record. */
export function useBorrowerChange(isQuiet = false) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (borrower) => queryClient.setQueryData(borrowerQuery(borrower.id).queryKey, borrower),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
    meta: { quiet: isQuiet },
  });
}

/** Fills empty fields of an existing record from the form. */
export function useAddToBorrower() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: { id: number; body: BorrowerIn }) => {
      const borrower = await queryClient.fetchQuery(borrowerQuery(id));
      const { Email, CellPhone, address } = body;
      const missing: BorrowerIn = {
        ...(!borrower.Email && Email && { Email }),
        ...(!borrower.CellPhone && CellPhone && { CellPhone }),
        ...(!borrower.address.line && address?.line && { address }),
      };
      return Object.keys(missing).length > 0 ? send({ act: 'edit', borrower, body: missing }) : borrower;
    },
    onSuccess: (borrower) => queryClient.setQueryData(borrowerQuery(borrower.id).queryKey, borrower),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
  });
}
