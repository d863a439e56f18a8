import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { LoanRow } from '@/api/types';

type Schemas = components['schemas'];
export type BulkDone = Schemas['LoanBulkDone'];
/** What is to be done with the chosen loans. */
export type BulkAct = Pick<Schemas['LoanBulk'], 'stageId' | 'LoanOfficerId'>;

/** What would be done, what is done, and the way back from it. */
export function useLoanBulk(chosen: readonly LoanRow[]) {
  const queryClient = useQueryClient();
  const loans = chosen.map(({ id, version }) => ({ id, version }));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['loans'] });
  const preview = useMutation({
    mutationFn: (act: BulkAct) => answer(api.POST('/api/loans/bulk', { body: { ...act, loans, preview: true } })),
    meta: { quiet: true },
  });
  const run = useMutation({
    mutationFn: (act: BulkAct) => answer(api.POST('/api/loans/bulk', { body: { ...act, loans } })),
    onSettled: refresh,
    meta: { quiet: true },
  });
  const undo = useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/loans/bulk/{id}/undo', { params: { path: { id } } })),
    onSettled: refresh,
    meta: { quiet: true },
  });
  return { preview, run, undo };
}
