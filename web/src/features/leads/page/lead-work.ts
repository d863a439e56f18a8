import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Lead, LeadChange } from '@/api/types';
import { leadQuery } from './lead';

/** Notes, calls and status changes of a lead. */
export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id, 'timeline'],
    queryFn: ({ signal }) => answer(api.GET('/api/leads/{id}/timeline', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

/** Existing records that may be the lead's contacts. */
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

type LeadChangeRequest =
  | { act: 'note'; text: string; key: string }
  | { act: 'activity'; activity: Activity; key: string }
  | { act: 'move'; move: Move }
  | { act: 'edit'; change: LeadChange };

/** The fields needed to change a lead. */
export type LeadRef = Pick<Lead, 'id' | 'version'>;

/** Moves a lead of a list to another status. */
export function useLeadMove() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lead, move }: { lead: LeadRef; move: Move }) => send(lead, { act: 'move', move }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
}

/** Converts a lead to a loan. Resolves with the loan's id before the refetch, which removes the button. */
export function useConvert(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/leads/{id}/convert', { params: { path: { id } } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
}

/** Runs a change of a lead, which returns the updated lead. */
export function useLeadChange(lead: LeadRef) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: LeadChangeRequest) => send(lead, act),
    onSuccess: async (changed) => {
      queryClient.setQueryData(leadQuery(lead.id).queryKey, changed);
      await queryClient.invalidateQueries({ queryKey: ['leads'] });
    },
    // After a conflict, shows the current version.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['leads', lead.id] }),
    meta: { quiet: true },
  });
}

function send({ id, version }: LeadRef, act: LeadChangeRequest): Promise<Lead> {
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
