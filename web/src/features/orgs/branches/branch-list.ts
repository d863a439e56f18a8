import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';
import { unitQuery } from '../settings/unit';

export type BranchRow = components['schemas']['BranchRow'];
export type NewBranch = components['schemas']['NewBranch'];

/** Search and page of the list, from the address. */
export type BranchSearch = { string?: string; state?: string; page?: string };

const offsetOf = ({ page }: BranchSearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

/** A page of the company's headquarters and branches. */
export const branchesQuery = (company: number, search: BranchSearch) =>
  queryOptions({
    queryKey: ['branches', company, search],
    queryFn: async ({ signal }) => {
      const query = { string: search.string, state: search.state, offset: offsetOf(search), limit: pageSize };
      const params = { path: { id: company }, query };
      const { rows, count } = await answer(api.GET('/api/org-units/{id}/branches', { params, signal }));
      return { rows: rows ?? [], count, firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export function useCreateBranch(company: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewBranch; key: string }) => {
      const params = { path: { id: company }, header: { 'Idempotency-Key': key } };
      return answer(api.POST('/api/org-units/{id}/branches', { params, body }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['branches'] }),
    meta: { quiet: true },
  });
}

/** Suspends or reopens a branch. */
export function useSetSuspended(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isSuspended: boolean) => {
      const params = { path: { id } };
      const path = '/api/org-units/{id}/suspension';
      return answer(isSuspended ? api.POST(path, { params }) : api.DELETE(path, { params }));
    },
    onSuccess: (unit) => {
      queryClient.setQueryData(unitQuery(id).queryKey, unit);
      void queryClient.invalidateQueries({ queryKey: ['branches'] });
    },
  });
}
