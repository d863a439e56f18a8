import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { ApplicationDocument, FieldHistoryEntry } from '@/api/types';
import { dayOf } from '@/shared/lib/format';
import { toast } from '@/shared/ui/toasts/toast-store';
import { applicationQuery, loanQuery } from '../page/loan';
import { texts } from './texts';

/** Changes that are shown at a time. */
const changesAtATime = 25;

const historyKey = (loanId: number) => ['loans', loanId, 'history'] as const;

/** The changes of a field, or of the whole application, newest first. */
export const historyQuery = (loanId: number, path?: string) =>
  infiniteQueryOptions({
    queryKey: [...historyKey(loanId), path ?? null],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      answer(
        api.GET('/api/loans/{id}/history', {
          params: { path: { id: loanId }, query: { path, after, limit: changesAtATime } },
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    meta: { quiet: true },
  });

/** The loan as it was at a moment. */
export const asOfQuery = (loanId: number, at: string) =>
  queryOptions({
    queryKey: ['loans', loanId, 'as-of', at],
    queryFn: async ({ signal }) => {
      const params = { path: { id: loanId }, query: { at } };
      const past = await answer(api.GET('/api/loans/{id}/as-of', { params, signal }));
      // The document is sent without what is empty, which its description can't say.
      return { ...past, application: past.application as ApplicationDocument['application'] };
    },
    meta: { quiet: true },
  });

/** What differs between two moments. */
export const comparisonQuery = (loanId: number, from: string, to: string) =>
  queryOptions({
    queryKey: ['loans', loanId, 'comparison', from, to],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/loans/{id}/comparison', { params: { path: { id: loanId }, query: { from, to } }, signal })),
    meta: { quiet: true },
  });

/** How long the loan's records are kept. */
export const retentionQuery = (loanId: number) =>
  queryOptions({
    queryKey: ['loans', loanId, 'retention'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/retention', { params: { path: { id: loanId } }, signal })),
    meta: { quiet: true },
  });

/** An entry whose value is restored, and the value of the field that the user sees. */
export type Restoring = { entry: FieldHistoryEntry; side: 'Before' | 'After'; from: unknown; since: string };

/** Restores an earlier value of a field. */
export function useRestore(loanId: number) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async ({ entry, side, from }: Restoring) => {
      const call = api.POST('/api/loans/{id}/history/{entry}/restore', {
        params: { path: { id: loanId, entry: entry.id } },
        body: { path: entry.path, from, side },
      });
      return (await answer(call)) as ApplicationDocument;
    },
    onSuccess: async (document, { since }) => {
      queryClient.setQueryData(applicationQuery(loanId).queryKey, document);
      toast.success(texts.restored(dayOf(since)));
      void queryClient.invalidateQueries({ queryKey: ['loans', 'page'] });
      await queryClient.invalidateQueries({ queryKey: historyKey(loanId) });
      await queryClient.invalidateQueries({ queryKey: loanQuery(loanId).queryKey, exact: true });
      await router.invalidate();
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.invalidateQueries({ queryKey: historyKey(loanId) });
    },
    meta: { quiet: true },
  });
}

export const isConflict = (error: Error | null): boolean => error instanceof ApiError && error.status === 409;
