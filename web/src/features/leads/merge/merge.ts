import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { Lead } from '@/api/types';
import { day, money, phone } from '@/shared/lib/format';
import { leadQuery } from '../page/lead';

export type Preview = components['schemas']['LeadMergePreview'];
type MergeIn = components['schemas']['NewLeadMerge'];

/** Leads side by side, with what joining them would make of them. */
export const previewQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['leads', 'merge-preview', ids],
    queryFn: () => answer(api.GET('/api/lead-merges/preview', { params: { query: { ids: ids.join(',') } } })),
    enabled: ids.length > 1,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** The fields that are chosen one by one, and what a lead says in each. */
const textsOf = {
  firstName: ({ LeadContacts: [contact] }: Lead) => contact?.firstName ?? '',
  lastName: ({ LeadContacts: [contact] }: Lead) => contact?.lastName ?? '',
  email: ({ LeadContacts: [contact] }: Lead) => contact?.email ?? '',
  cellPhone: ({ LeadContacts: [contact] }: Lead) => phone(contact?.cellPhone),
  loanPurpose: (lead: Lead) => lead.LeadScenario.loanPurpose,
  state: (lead: Lead) => lead.LeadScenario.StateCode ?? '',
  loanAmount: (lead: Lead) => money(lead.LeadScenario.loanAmount),
  propertyValue: (lead: Lead) => money(lead.LeadScenario.propertyValue),
  owners: (lead: Lead) => lead.LeadUsers.map(({ name }) => name).join(', '),
  status: (lead: Lead) => lead.status.name,
  nextFollowUpOn: (lead: Lead) => day(lead.nextFollowUpOn),
} as const;

export type MergeField = keyof typeof textsOf;
export const mergeFields = Object.keys(textsOf) as MergeField[];

/** What each lead says in a field. */
export const saidOf = ({ leads }: Preview, field: MergeField): string[] => leads.map(textsOf[field]);

/** The lead whose value is taken, where they say different things and somebody may choose. */
export function choiceOf(preview: Preview, chosen: Partial<Record<MergeField, number>>, field: MergeField) {
  const isChosen = !preview.isConverted && new Set(saidOf(preview, field)).size > 1;
  return isChosen ? (chosen[field] ?? preview.choices[field] ?? preview.keptId) : null;
}

/** The lead of which each value is taken. */
export const choicesOf = (preview: Preview, chosen: Partial<Record<MergeField, number>>) =>
  Object.fromEntries(mergeFields.map((field) => [field, choiceOf(preview, chosen, field)])) as Record<
    MergeField,
    number | null
  >;

/** What a field says afterwards. */
export function resultOf(preview: Preview, chosen: Partial<Record<MergeField, number>>, field: MergeField): string {
  const id = choiceOf(preview, chosen, field) ?? preview.keptId;
  const lead = preview.leads.find((candidate) => candidate.id === id);
  return lead ? textsOf[field](lead) : '';
}

/** Where a lead came from. */
export const sourceOf = (lead: Lead): string =>
  [lead.LeadReferral.otherSourceDesc ?? lead.LeadReferral.sourceName, lead.LeadDetail.providerName]
    .filter(Boolean)
    .join(', ');

/** Joins leads; the kept one is known before the others are fetched anew, which are there no more. */
export function useMerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MergeIn) => answer(api.POST('/api/lead-merges', { body })),
    onSuccess: ({ lead }) => queryClient.setQueryData(leadQuery(lead.id).queryKey, lead),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['leads'] });
      void queryClient.invalidateQueries({ queryKey: ['borrowers'] });
    },
    meta: { quiet: true },
  });
}

/** Gives the leads of a merge back. */
export function useUnmerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/lead-merges/{id}/undo', { params: { path: { id } } })),
    onSuccess: ({ lead }) => queryClient.setQueryData(leadQuery(lead.id).queryKey, lead),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
  });
}
