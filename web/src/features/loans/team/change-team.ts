import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { loanQuery } from '../page/loan';
import { type Filled, type LoanTeamMember, person, type SlotChange } from './filled';
import type { SlotName } from './slots';

/** Changes slots of a loan's team, based on the members that the user saw. */
export function useChangeTeam(loanId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SlotChange[]) =>
      answer(api.PATCH('/api/loans/{id}/team', { params: { path: { id: loanId } }, body })),
    onSuccess: (loan) => {
      // If the user has lost access, the next page shows it.
      if (!loan.accessWarning) queryClient.setQueryData(loanQuery(loanId).queryKey, loan);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
}

type SlotConflict = { slot: SlotName; member: LoanTeamMember | null };

/** Slots that another user changed first, with their current members. */
export function conflictsOf(error: Error | null): Filled | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { conflicts = [] } = (error.body as { details?: { conflicts?: SlotConflict[] } }).details ?? {};
  if (conflicts.length === 0) return null;
  return Object.fromEntries(conflicts.map(({ slot, member }) => [slot, member && person(member)]));
}
