import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type Unit = components['schemas']['Unit'];
export type UnitChange = components['schemas']['UnitChange'];

/** Settings of a company or a branch. */
export const unitQuery = (id: number) =>
  queryOptions({
    queryKey: ['units', id],
    queryFn: () => answer(api.GET('/api/org-units/{id}', { params: { path: { id } } })),
    // The editor needs the current version.
    staleTime: 0,
    meta: { quiet: true },
  });

/** Saves a unit's settings, based on the version that the user saw. */
export function useSaveUnit(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: { body: UnitChange; version: number }) => {
      const params = { path: { id }, header: { 'If-Match': String(version) } };
      return answer(api.PATCH('/api/org-units/{id}', { params, body }));
    },
    onSuccess: async (unit) => {
      queryClient.setQueryData(unitQuery(id).queryKey, unit);
      // The user record contains the unit's name and permissions.
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
    meta: { quiet: true },
  });
}

/** Which deadlines a change would move. Saves nothing. */
export function usePreviewCalendar(id: number) {
  return useMutation({
    mutationFn: ({ body, version }: { body: UnitChange; version: number }) => {
      const params = { path: { id }, header: { 'If-Match': String(version) } };
      return answer(api.POST('/api/org-units/{id}/calendar-preview', { params, body }));
    },
    meta: { quiet: true },
  });
}
