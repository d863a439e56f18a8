import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { Content } from './view-content';

type Schemas = components['schemas'];
export type View = Schemas['View'];
export type Sharing = Schemas['Sharing'];

const viewsQuery = queryOptions({
  queryKey: ['views', 'loans'],
  queryFn: ({ signal }) => answer(api.GET('/api/views', { params: { query: { list: 'loans' } }, signal })),
  staleTime: 30_000,
  meta: { quiet: true },
});

export const useViews = () => useQuery(viewsQuery).data;

export type ViewToSave = { id?: number; version?: number; name: string; sharing: Sharing; content: Content };

/** Saves a new or changed view. */
export function useSaveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, ...kept }: ViewToSave) => {
      const body = { ...kept, list: 'loans' };
      if (id === undefined) return answer(api.POST('/api/views', { body }));
      const params = { path: { id }, header: { 'If-Match': String(version) } };
      return answer(api.PUT('/api/views/{id}', { params, body }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
    meta: { quiet: true },
  });
}

export function useRemoveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/views/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
}
