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
/** What is to be done with the chosen loans. */
export type BulkAct = Pick<Schemas['LoanBulk'], 'stageId' | 'LoanOfficerId' | 'LoanProcessorId'>;

/** Most loans of which the server tells at once what would be done. */
const atOnce = 100;
/** How often it is asked how far an act is. */
const askAgainMs = 1_000;

/** How far an act is; asked for again while loans wait. */
const actQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['loan-acts', id],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/bulk/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** An act on many loans, from its answer on until no loan of it waits. */
export function useAct(id: number | null, isUnderWay = false) {
  return useQuery({
    ...actQuery(id),
    enabled: ({ state }) => id !== null && (state.data ? state.data.waiting > 0 : isUnderWay),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 1) > 0 ? askAgainMs : false),
  });
}

/** What would be done, what is done, and the way back from it. */
export function useLoanBulk(chosen: readonly ChosenLoan[]) {
  const queryClient = useQueryClient();
  const loans = chosen.map(({ id, version }) => ({ id, version }));
  const [checked, setChecked] = useState(0);
  const preview = useMutation({
    mutationFn: async (act: BulkAct) => {
      const told: Pick<BulkDone, 'changed' | 'refused'> = { changed: 0, refused: [] };
      for (let at = 0; at < loans.length; at += atOnce) {
        setChecked(at);
        const body = { ...act, loans: loans.slice(at, at + atOnce), preview: true };
        const { changed, refused } = await answer(api.POST('/api/loans/bulk', { body }));
        told.changed += changed;
        told.refused.push(...refused);
      }
      return told;
    },
    meta: { quiet: true },
  });
  const run = useMutation({
    mutationFn: (act: BulkAct) => answer(api.POST('/api/loans/bulk', { body: { ...act, loans } })),
    onSuccess: (done) => done.actId && queryClient.setQueryData(actQuery(done.actId).queryKey, done),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
  return { preview, checked, run, undo: useUndo() };
}

/** All loans that match what is listed, as they stand now; null where there are too many. */
export function useMatching(search: LoanSearch) {
  return useMutation({
    mutationFn: async () =>
      (await answer(api.GET('/api/loans/matching', { params: { query: filtersOf(search) } }))).loans ?? null,
    meta: { quiet: true },
  });
}

/** What whoever is signed in did to many loans within the last day. */
export const recentActsQuery = queryOptions({
  queryKey: ['loans', 'acts'],
  queryFn: ({ signal }) => answer(api.GET('/api/loans/bulk', { signal })),
  staleTime: 0,
  meta: { quiet: true },
});

/** The way back from an act, by its id. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/loans/bulk/{id}/undo', { params: { path: { id } } })),
    onSuccess: (done, id) => queryClient.setQueryData(actQuery(id).queryKey, done),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
}
