import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type CompanyList = components['schemas']['CompanyList'];
export type ListEntry = components['schemas']['ListEntry'];

/** Names of lists in API paths. */
export type ListName =
  | 'loan-stages'
  | 'lead-statuses'
  | 'lead-sources'
  | 'lead-providers'
  | 'lost-reasons'
  | 'contact-outcomes'
  | 'lenders'
  | 'contact-categories'
  | 'withdrawal-reasons';

/** A list with all entries, in the company's order. */
export const listQuery = (list: ListName) =>
  queryOptions({
    queryKey: ['lists', list],
    queryFn: () => answer(api.GET('/api/lists/{list}', { params: { path: { list } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

type Change =
  | { act: 'add'; body: components['schemas']['NewListEntry'] }
  | { act: 'edit'; entry: ListEntry; body: components['schemas']['ListEntryChange'] }
  | { act: 'remove'; entry: ListEntry };

const send = (list: ListName, change: Change): Promise<CompanyList> => {
  if (change.act === 'add') {
    return answer(api.POST('/api/lists/{list}', { params: { path: { list } }, body: change.body }));
  }
  const path = { list, id: change.entry.id };
  if (change.act === 'remove') return answer(api.DELETE('/api/lists/{list}/{id}', { params: { path } }));
  const header = { 'If-Match': String(change.entry.version) };
  return answer(api.PATCH('/api/lists/{list}/{id}', { params: { path, header }, body: change.body }));
};

/** Adds, changes or removes an entry. Returns the whole list. */
export function useListChange(list: ListName, isQuiet = false) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => send(list, change),
    onSuccess: (after) => queryClient.setQueryData(listQuery(list).queryKey, after),
    // After a conflict, shows the current version.
    onError: () => queryClient.invalidateQueries({ queryKey: listQuery(list).queryKey }),
    meta: { quiet: isQuiet },
  });
}

/** Stages to which the loans of a retired stage can move: active ones of the same kind. */
export const successorsOf = (rows: readonly ListEntry[], stage: ListEntry): ListEntry[] =>
  rows.filter(({ id, kind, isActive }) => isActive && id !== stage.id && kind === stage.kind);

/** Reorders a list optimistically, and reverts if the server refuses. */
export function useListOrder(list: ListName) {
  const queryClient = useQueryClient();
  const { queryKey } = listQuery(list);
  return useMutation({
    mutationFn: ({ from, to }: { from: number[]; to: number[] }) =>
      answer(api.PUT('/api/lists/{list}/order', { params: { path: { list } }, body: { from, to } })),
    onMutate: ({ to }) => {
      queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, rows: orderedById(shown.rows, to) });
    },
    onSuccess: (after) => queryClient.setQueryData(queryKey, after),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** The entries in the order of their ids. */
export const orderedById = (rows: readonly ListEntry[], ids: readonly number[]): ListEntry[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);

/** All ids, with one active entry moved to the position of another. Retired entries stay at the end. */
export const movedIds = (rows: readonly ListEntry[], id: number, over: number): number[] => {
  const offered = rows.filter(({ isActive }) => isActive).map((row) => row.id);
  const to = offered.indexOf(over);
  const others = offered.filter((other) => other !== id);
  others.splice(to, 0, id);
  return [...others, ...rows.filter(({ isActive }) => !isActive).map((row) => row.id)];
};
