import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { filtersOf } from './loan-list';
import type { LoanSearch } from './loan-search';

type Schemas = components['schemas'];
export type BulkDone = Schemas['LoanBulkDone'];
export type RecentAct = Schemas['LoanAct'];
export type ChosenLoan = Schemas['ChosenLoan'];
/** The change to apply to the selected loans. */
export type BulkUpdate = Pick<Schemas['LoanBulk'], 'stageId' | 'LoanOfficerId' | 'LoanProcessorId'>;

/** Maximum loans that the server previews at once. */
const atOnce = 100;
/** Polling interval of a running bulk update, in milliseconds. */
const pollMs = 1_000;

/** Progress of a bulk update, polled while loans are waiting. */
const bulkUpdateQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['loan-acts', id],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/bulk/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** A bulk update, polled until no loan is waiting. */
export function useBulkUpdate(id: number | null, isUnderWay = false) {
  return useQuery({
    ...bulkUpdateQuery(id),
    enabled: ({ state }) => id !== null && (state.data ? state.data.waiting > 0 : isUnderWay),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 1) > 0 ? pollMs : false),
  });
}

/** Previews, runs and undoes bulk updates. */
export function useLoanBulk(chosen: readonly ChosenLoan[]) {
  const queryClient = useQueryClient();
  const loans = chosen.map(({ id, version }) => ({ id, version }));
  const [checked, setChecked] = useState(0);
  const preview = useMutation({
    mutationFn: async (act: BulkUpdate) => {
      const preview: Pick<BulkDone, 'changed' | 'refused'> = { changed: 0, refused: [] };
      for (let at = 0; at < loans.length; at += atOnce) {
        setChecked(at);
        const body = { ...act, loans: loans.slice(at, at + atOnce), preview: true };
        const { changed, refused } = await answer(api.POST('/api/loans/bulk', { body }));
        preview.changed += changed;
        preview.refused.push(...refused);
      }
      return preview;
    },
    meta: { quiet: true },
  });
  const run = useMutation({
    mutationFn: (act: BulkUpdate) => answer(api.POST('/api/loans/bulk', { body: { ...act, loans } })),
    onSuccess: (done) => done.actId && queryClient.setQueryData(bulkUpdateQuery(done.actId).queryKey, done),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
  return { preview, checked, run, undo: useUndo() };
}

/** All loans that match the list's filters, or null if there are too many. */
export function useMatching(search: LoanSearch) {
  return useMutation({
    mutationFn: async () =>
      (await answer(api.GET('/api/loans/matching', { params: { query: filtersOf(search) } }))).loans ?? null,
    meta: { quiet: true },
  });
}

/** The user's bulk updates of the last day. */
export const recentBulkUpdatesQuery = queryOptions({
  queryKey: ['loans', 'acts'],
  queryFn: ({ signal }) => answer(api.GET('/api/loans/bulk', { signal })),
  staleTime: 0,
  meta: { quiet: true },
});

/** Undoes a bulk update by its id. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/loans/bulk/{id}/undo', { params: { path: { id } } })),
    onSuccess: (done, id) => queryClient.setQueryData(bulkUpdateQuery(id).queryKey, done),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
}
