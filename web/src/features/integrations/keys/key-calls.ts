import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';

export type ApiKey = components['schemas']['ApiKey'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type ApiKeyIn = components['schemas']['ApiKeyIn'];
export type KeyOwner = components['schemas']['KeyOwner'];
export type KeyScope = components['schemas']['ApiKeyScope'];

/** A page of keys. `hasPro` is part of the query key, so that an upgrade causes a refetch. */
export const keysQuery = (owner: KeyOwner, page: string | undefined, hasPro: boolean) => {
  const offset = Math.max(0, (Number(page) || 1) - 1) * pageSize;
  return queryOptions({
    queryKey: ['api-keys', owner, offset, hasPro],
    queryFn: async ({ signal }) => {
      const params = { query: { owner, offset, limit: pageSize } };
      const { rows, scopes, ...rest } = await answer(api.GET('/api/api-keys', { params, signal }));
      return { ...rest, rows: rows ?? [], scopes: scopes ?? [], firstRow: offset + 1 };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });
};

export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyIn) => answer(api.POST('/api/api-keys', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
    // The response contains the secret, so drop it when the dialog closes.
    gcTime: 0,
    meta: { quiet: true },
  });
}

export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => answer(api.DELETE('/api/api-keys/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}
