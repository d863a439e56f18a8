import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type Address = components['schemas']['LeadAddress'];
export type AddressIn = components['schemas']['LeadAddressIn'];
export type AddressTest = components['schemas']['LeadAddressTest'];

/** Endpoints to which forms and providers submit leads. */
export const addressesQuery = queryOptions({
  queryKey: ['lead-addresses'],
  queryFn: ({ signal }) => answer(api.GET('/api/lead-addresses', { signal })),
  staleTime: 0,
  meta: { quiet: true },
});

export function useNewAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AddressIn) => answer(api.POST('/api/lead-addresses', { body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: addressesQuery.queryKey }),
    meta: { quiet: true },
  });
}

export function useRemoval() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await answer(api.DELETE('/api/lead-addresses/{id}', { params: { path: { id } } }));
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: addressesQuery.queryKey }),
  });
}

/** Parses a sample without creating a lead. */
export function useTest(id: string) {
  return useMutation({
    mutationFn: (body: string) =>
      answer(api.POST('/api/lead-addresses/{id}/test', { params: { path: { id } }, body: { body } })),
    meta: { quiet: true },
  });
}
