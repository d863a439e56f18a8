import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { type Borrower, type BorrowerIn, borrowerQuery } from './borrowers';

export type Preview = components['schemas']['MergePreview'];
export type Facts = Preview['values'];
export type Pair = components['schemas']['DuplicatePair'];
type Strength = 'Certain' | 'Likely' | 'Possible';
export type DuplicateSearch = { kind?: string; strength?: string; after?: string };

export const strengths: readonly Strength[] = ['Certain', 'Likely', 'Possible'];

/** Records side by side, with what a merge would make of them. */
export const previewQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['borrowers', 'merge-preview', ids],
    queryFn: () => answer(api.GET('/api/borrower-merges/preview', { params: { query: { ids: ids.join(',') } } })),
    enabled: ids.length > 1,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** The fields that are chosen one by one, and what a record says in each. */
export const mergeFields = ['FirstName', 'LastName', 'Email', 'CellPhone', 'address'] as const;
export type MergeField = (typeof mergeFields)[number];

export function textOf(facts: Facts | Borrower, field: MergeField): string {
  if (field !== 'address') return facts[field] ?? '';
  const { line, unit, city, stateCode, postalCode } = facts.address;
  const place = [city, [stateCode, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [[line, unit].filter(Boolean).join(' '), place].filter(Boolean).join(', ');
}

/** The record whose value stands in the result unless another is chosen. */
export const defaultChoice = ({ records, values }: Preview, field: MergeField): number =>
  records.find((record) => textOf(record, field) === textOf(values, field))?.id ?? records[0]?.id ?? 0;

/** Whether the records say different things: then there is something to choose. */
export const isDifferent = ({ records }: Preview, field: MergeField): boolean =>
  new Set(records.map((record) => textOf(record, field))).size > 1;

/** The values of the result, by the record that was chosen for each field. */
export function valuesOf(preview: Preview, chosen: Partial<Record<MergeField, number>>): BorrowerIn {
  const of = (field: MergeField) => {
    const id = chosen[field] ?? defaultChoice(preview, field);
    return preview.records.find((record) => record.id === id) ?? preview.values;
  };
  return {
    FirstName: of('FirstName').FirstName,
    LastName: of('LastName').LastName,
    Email: of('Email').Email ?? '',
    CellPhone: of('CellPhone').CellPhone ?? '',
    address: of('address').address,
  };
}

type MergeIn = components['schemas']['NewMerge'];

/** Makes one record of several; answers before the records are fetched anew, of which some are there no more. */
export function useMerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MergeIn) => answer(api.POST('/api/borrower-merges', { body })),
    onSuccess: ({ borrower }) => queryClient.setQueryData(borrowerQuery(borrower.id).queryKey, borrower),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
    meta: { quiet: true },
  });
}

/** Gives the records of a merge back. */
export function useUnmerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/borrower-merges/{id}/undo', { params: { path: { id } } })),
    onSuccess: ({ borrower }) => queryClient.setQueryData(borrowerQuery(borrower.id).queryKey, borrower),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
  });
}

/** Whose pairs are looked at. */
export const kindOf = ({ kind }: DuplicateSearch) => (kind === 'lead' ? ('lead' as const) : ('borrower' as const));

/** Pairs that wait, the surest first. */
export const duplicatesQuery = (search: DuplicateSearch) => {
  const query = { ...search, kind: kindOf(search) } as const;
  return queryOptions({
    queryKey: ['borrowers', 'duplicates', query],
    queryFn: () => answer(api.GET('/api/duplicates', { params: { query } })),
    staleTime: 0,
    meta: { quiet: true },
  });
};

/** Says for good that two records are two people's. */
export function useDismissal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await answer(api.POST('/api/duplicates/{id}/dismissal', { params: { path: { id } } }));
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers', 'duplicates'] }),
  });
}
