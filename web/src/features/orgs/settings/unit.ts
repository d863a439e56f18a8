import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';

export type Unit = components['schemas']['Unit'];
export type UnitChange = components['schemas']['UnitChange'];

/** A company's or a branch's settings. */
export const unitQuery = (id: number) =>
  queryOptions({
    queryKey: ['units', id],
    queryFn: () => answer(api.GET('/api/org-units/{id}', { params: { path: { id } } })),
    // Whoever edits sees what is there now.
    staleTime: 0,
    meta: { quiet: true },
  });

/** What somebody else made of a record in the meantime. */
export type Stale<Record> = { record: Record; changedBy?: string | null; changedAt?: string | null };

/** The record of a 409 that says that another was faster. */
export function staleOf<Record>(error: Error | null): Stale<Record> | null {
  if (!(error instanceof ApiError) || error.code !== 'LWAPI10409') return null;
  return (error.body as { details?: Stale<Record> }).details ?? null;
}

/** Changes a unit's settings, from the version that was shown. */
export function useSaveUnit(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: { body: UnitChange; version: number }) => {
      const params = { path: { id }, header: { 'If-Match': String(version) } };
      return answer(api.PATCH('/api/org-units/{id}', { params, body }));
    },
    onSuccess: async (unit) => {
      queryClient.setQueryData(unitQuery(id).queryKey, unit);
      // The name of the unit and what it allows are told elsewhere too.
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
    meta: { quiet: true },
  });
}

/** Which deadlines a change would move; nothing of it is kept. */
export function usePreviewCalendar(id: number) {
  return useMutation({
    mutationFn: ({ body, version }: { body: UnitChange; version: number }) => {
      const params = { path: { id }, header: { 'If-Match': String(version) } };
      return answer(api.POST('/api/org-units/{id}/calendar-preview', { params, body }));
    },
    meta: { quiet: true },
  });
}
