import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Loan } from '@/api/types';
import { useConfig } from '@/features/access/config';
import { applicationQuery, loanQuery } from './loan';

type LockAnswer = Pick<Loan, 'lockedBy' | 'readOnly' | 'stage'>;

const path = (id: number) => ({ params: { path: { id } } });

/** Taking and giving back the loan's lock. Looking takes none. */
export function useLock(loanId: number) {
  const queryClient = useQueryClient();
  const apply = (lock: LockAnswer) =>
    queryClient.setQueryData(loanQuery(loanId).queryKey, (loan) => (loan ? { ...loan, ...lock } : loan));
  const take = useMutation({
    mutationFn: () => answer(api.POST('/api/loans/{id}/lock', path(loanId))),
    onSuccess: apply,
  });
  const release = useMutation({
    mutationFn: () => answer(api.DELETE('/api/loans/{id}/lock', path(loanId))),
    onSuccess: apply,
  });
  return { take, release };
}

/**
 * Keeps an open loan current: what others changed, whether it is locked, whether it became read-only. A lock of one's
 * own is held by the same beat. None of it counts as activity.
 */
export function useLoanPoll(loan: Loan): void {
  const queryClient = useQueryClient();
  const { lockPollMs } = useConfig().loan;
  const headers = { 'x-background': '1' };
  const isMine = loan.lockedBy?.mine === true;
  useQuery({
    queryKey: ['loan-poll', loan.id, isMine],
    queryFn: async ({ signal }) => {
      if (isMine) await api.POST('/api/loans/{id}/lock', { ...path(loan.id), headers, signal });
      const current = await answer(api.GET('/api/loans/{id}', { ...path(loan.id), headers, signal }));
      const known = queryClient.getQueryData(loanQuery(loan.id).queryKey);
      queryClient.setQueryData(loanQuery(loan.id).queryKey, current);
      if (known && known.version !== current.version) {
        await queryClient.invalidateQueries({ queryKey: applicationQuery(loan.id).queryKey });
      }
      return current.version;
    },
    // The page has just loaded what the first beat would ask for.
    initialData: loan.version,
    staleTime: lockPollMs,
    refetchInterval: lockPollMs,
    refetchIntervalInBackground: isMine,
    meta: { quiet: true },
  });
}
