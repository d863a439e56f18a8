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

/** As much of a loan as is needed to move it. */
export type Standing = Pick<Loan, 'id' | 'stage'>;

/** Where the loan stood when, and where it can go. Under the loan's key, so that all of it is read again together. */
export const stagesQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id, 'stages'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/stages', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

/** Moves a loan, as it was seen, to another stage; who was faster is told by the error. */
export function useStageMove() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ loan, move }: { loan: Standing; move: StageMove }) =>
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

/** Tells why a loan stays where it is; what is told of every request is not told twice. */
export function tellRefusal(error: unknown): void {
  const isToldElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 423);
  if (!isToldElsewhere) toast.error((error as Error).message);
}
