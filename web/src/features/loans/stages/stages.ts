import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import type { Loan } from '@/api/types';
import { toast } from '@/shared/ui/toasts/toast-store';
import { loanQuery } from '../page/loan';

type Schemas = components['schemas'];
export type OfferedStage = Schemas['OfferedStage'];
export type StageEntry = Schemas['LoanStageEntry'];
export type StageMove = Omit<Schemas['LoanStageChange'], 'from'>;

/** The fields needed to move a loan. */
export type MovableLoan = Pick<Loan, 'id' | 'stage'>;

/** Stage history and next stages. The query key is under the loan's, so that both are refetched together. */
export const stagesQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id, 'stages'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/stages', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

/** Moves a loan to another stage, based on the stage that the user saw. A conflict is an error. */
export function useStageMove() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ loan, move }: { loan: MovableLoan; move: StageMove }) =>
      answer(
        api.PUT('/api/loans/{id}/stage', {
          params: { path: { id: loan.id } },
          body: { from: loan.stage.id, ...move },
        }),
      ),
    onSuccess: (moved) => queryClient.setQueryData(loanQuery(moved.id).queryKey, moved),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
}

/** Shows why a loan can't move, unless the response hooks have reported the error already. */
export function showRefusal(error: unknown): void {
  const isReportedElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 423);
  if (!isReportedElsewhere) toast.error((error as Error).message);
}
