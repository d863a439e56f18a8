import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { Lead } from '@/api/types';
import { day, money, phone } from '@/shared/lib/format';
import { leadQuery } from '../page/lead';

export type Preview = components['schemas']['LeadMergePreview'];
type MergeIn = components['schemas']['NewLeadMerge'];

/** Leads side by side, with the proposed result of a merge. */
export const previewQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['leads', 'merge-preview', ids],
    queryFn: () => answer(api.GET('/api/lead-merges/preview', { params: { query: { ids: ids.join(',') } } })),
    enabled: ids.length > 1,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Fields that the user chooses one by one, with the text that each lead has in them. */
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

/** The texts of all leads in a field. */
export const fieldTexts = ({ leads }: Preview, field: MergeField): string[] => leads.map(textsOf[field]);

/** The lead whose value is used, or null if the values are equal or the user may not choose. */
export function choiceOf(preview: Preview, chosen: Partial<Record<MergeField, number>>, field: MergeField) {
  const isChosen = !preview.isConverted && new Set(fieldTexts(preview, field)).size > 1;
  return isChosen ? (chosen[field] ?? preview.choices[field] ?? preview.keptId) : null;
}

/** The chosen lead of each field. */
export const choicesOf = (preview: Preview, chosen: Partial<Record<MergeField, number>>) =>
  Object.fromEntries(mergeFields.map((field) => [field, choiceOf(preview, chosen, field)])) as Record<
    MergeField,
    number | null
  >;

/** The text of a field after the merge. */
export function resultOf(preview: Preview, chosen: Partial<Record<MergeField, number>>, field: MergeField): string {
  const id = choiceOf(preview, chosen, field) ?? preview.keptId;
  const lead = preview.leads.find((candidate) => candidate.id === id);
  return lead ? textsOf[field](lead) : '';
}

/** The lead's source. */
export const sourceOf = (lead: Lead): string =>
  [lead.LeadReferral.otherSourceDesc ?? lead.LeadReferral.sourceName, lead.LeadDetail.providerName]
    .filter(Boolean)
    .join(', ');

/** Merges leads. Sets the remaining lead before the refetch, because the others no longer exist. */
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

/** Undoes a merge. */
export function useUnmerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/lead-merges/{id}/undo', { params: { path: { id } } })),
    onSuccess: ({ lead }) => queryClient.setQueryData(leadQuery(lead.id).queryKey, lead),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
  });
}
