import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { type Borrower, type BorrowerIn, borrowerQuery } from './borrowers';

export type Preview = components['schemas']['MergePreview'];
export type MergedValues = Preview['values'];
export type Pair = components['schemas']['DuplicatePair'];
type Strength = 'Certain' | 'Likely' | 'Possible';
export type DuplicateSearch = { kind?: string; strength?: string; after?: string };

export const strengths: readonly Strength[] = ['Certain', 'Likely', 'Possible'];

/** Records side by side, with the proposed result of a merge. */
export const previewQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['borrowers', 'merge-preview', ids],
    queryFn: () => answer(api.GET('/api/borrower-merges/preview', { params: { query: { ids: ids.join(',') } } })),
    enabled: ids.length > 1,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Fields that the user chooses one by one. */
export const mergeFields = ['FirstName', 'LastName', 'Email', 'CellPhone', 'address'] as const;
export type MergeField = (typeof mergeFields)[number];

export function textOf(facts: MergedValues | Borrower, field: MergeField): string {
  if (field !== 'address') return facts[field] ?? '';
  const { line, unit, city, stateCode, postalCode } = facts.address;
  const place = [city, [stateCode, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [[line, unit].filter(Boolean).join(' '), place].filter(Boolean).join(', ');
}

/** The record whose value is used unless the user chooses another. */
export const defaultChoice = ({ records, values }: Preview, field: MergeField): number =>
  records.find((record) => textOf(record, field) === textOf(values, field))?.id ?? records[0]?.id ?? 0;

/** Whether the records differ in this field, so that the user has to choose. */
export const isDifferent = ({ records }: Preview, field: MergeField): boolean =>
  new Set(records.map((record) => textOf(record, field))).size > 1;

/** The values of the result, from the record chosen for each field. */
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

/** Merges records. Resolves before the refetch, because some of the records no longer exist. */
export function useMerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MergeIn) => answer(api.POST('/api/borrower-merges', { body })),
    onSuccess: ({ borrower }) => queryClient.setQueryData(borrowerQuery(borrower.id).queryKey, borrower),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
    meta: { quiet: true },
  });
}

/** Undoes a merge. */
export function useUnmerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/borrower-merges/{id}/undo', { params: { path: { id } } })),
    onSuccess: ({ borrower }) => queryClient.setQueryData(borrowerQuery(borrower.id).queryKey, borrower),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
  });
}

/** The record kind of the listed pairs. */
export const kindOf = ({ kind }: DuplicateSearch) => (kind === 'lead' ? ('lead' as const) : ('borrower' as const));

/** Open pairs, most certain first. */
export const duplicatesQuery = (search: DuplicateSearch) => {
  const query = { ...search, kind: kindOf(search) } as const;
  return queryOptions({
    queryKey: ['borrowers', 'duplicates', query],
    queryFn: () => answer(api.GET('/api/duplicates', { params: { query } })),
    staleTime: 0,
    meta: { quiet: true },
  });
};

/** Marks two records permanently as different people. */
export function useDismissal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await answer(api.POST('/api/duplicates/{id}/dismissal', { params: { path: { id } } }));
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers', 'duplicates'] }),
  });
}
