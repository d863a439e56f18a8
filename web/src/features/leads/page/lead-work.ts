import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Lead, LeadChange } from '@/api/types';
import { leadQuery } from './lead';

/** What was said and done, and where the lead stood when. */
export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id, 'timeline'],
    queryFn: ({ signal }) => answer(api.GET('/api/leads/{id}/timeline', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

/** Other records that may tell of the lead's people. */
export const knownOfLeadQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', 'known', id],
    queryFn: ({ signal }) => answer(api.GET('/api/leads/{id}/known', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

export type Activity = {
  kind: 'CALL' | 'EMAIL' | 'TEXT' | 'MEETING';
  outcomeId: number | null;
  summary: string;
  nextFollowUpOn: string | null;
};
export type Move = { statusId: number; lostReasonId?: number; wakeOn?: string };

type Act =
  | { act: 'note'; text: string; key: string }
  | { act: 'activity'; activity: Activity; key: string }
  | { act: 'move'; move: Move }
  | { act: 'edit'; change: LeadChange };

/** As much of a lead as is needed to change it. */
export type Known = Pick<Lead, 'id' | 'version'>;

/** Moves a lead that a list shows. */
export function useLeadMove() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lead, move }: { lead: Known; move: Move }) => send(lead, { act: 'move', move }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
}

/** Makes a loan of a lead; answers the loan's id before the lead is fetched anew, which takes the button away. */
export function useConvert(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/leads/{id}/convert', { params: { path: { id } } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
}

/** Whatever is done with a lead: the answer is the lead as it is then. */
export function useLeadWork(lead: Known) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => send(lead, act),
    onSuccess: async (changed) => {
      queryClient.setQueryData(leadQuery(lead.id).queryKey, changed);
      await queryClient.invalidateQueries({ queryKey: ['leads'] });
    },
    // Somebody else was faster: the page shows what is there by now.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['leads', lead.id] }),
    meta: { quiet: true },
  });
}

function send({ id, version }: Known, act: Act): Promise<Lead> {
  const path = { id };
  const header = { 'If-Match': String(version) };
  switch (act.act) {
    case 'note': {
      const body = { text: act.text, type: 'NOTE', metadata: { creationDate: null } };
      const params = { path, header: { 'Idempotency-Key': act.key } };
      return answer(api.POST('/api/leads/{id}/notes', { params, body }));
    }
    case 'activity': {
      const params = { path, header: { 'Idempotency-Key': act.key } };
      return answer(api.POST('/api/leads/{id}/activities', { params, body: act.activity }));
    }
    case 'move':
      return answer(api.POST('/api/leads/{id}/status', { params: { path, header }, body: act.move }));
    case 'edit':
      return answer(api.PATCH('/api/leads/{id}', { params: { path, header }, body: act.change }));
  }
}
