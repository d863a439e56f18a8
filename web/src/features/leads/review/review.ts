import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { NewLead } from '@/api/types';

export type Arrival = components['schemas']['LeadArrival'];
export type ArrivalDetail = components['schemas']['LeadArrivalDetail'];

/** A page of submissions waiting for review. */
export const arrivalsQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['leads', 'arrivals', 'page', after],
    queryFn: ({ signal }) => answer(api.GET('/api/lead-arrivals', { params: { query: { after } }, signal })),
    staleTime: 0,
    meta: { quiet: true },
  });

/** The number of submissions waiting for review. */
export const useWaitingCount = (enabled: boolean): number =>
  useQuery({
    queryKey: ['leads', 'arrivals', 'count'],
    queryFn: ({ signal }) => answer(api.GET('/api/lead-arrivals', { params: { query: { onlyCount: true } }, signal })),
    enabled,
    meta: { quiet: true },
  }).data?.count ?? 0;

/** One submission with its data. */
export const arrivalQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', 'arrivals', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/lead-arrivals/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

export type Decision = { to: 'take-in'; lead: NewLead } | { to: 'link'; leadId: number } | { to: 'drop' };

/** Decides about a submission. Returns the lead, if there is one. */
export function useDecision(id: string) {
  const queryClient = useQueryClient();
  const params = { path: { id } };
  return useMutation({
    mutationFn: async (decision: Decision): Promise<number | null> => {
      switch (decision.to) {
        case 'take-in':
          return (await answer(api.POST('/api/lead-arrivals/{id}/lead', { params, body: decision.lead }))).id;
        case 'link':
          await answer(api.POST('/api/lead-arrivals/{id}/link', { params, body: { leadId: decision.leadId } }));
          return decision.leadId;
        case 'drop':
          await answer(api.DELETE('/api/lead-arrivals/{id}', { params }));
          return null;
      }
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
}
