import { useQueryClient } from '@tanstack/react-query';
import type { NewLoan } from '@/api/types';
import { defaultTeamQuery, otherUsersOf, prefilled, type Team } from '../team/team';
import { type LoanForm, wholeTeam } from './loan-form';

/** Returns the form's whole team. Waits for the officer's default team if it is still loading. */
export function useTeamOf() {
  const queryClient = useQueryClient();
  return async (form: LoanForm): Promise<Team> => {
    if (!form.officer) return form.team;
    const entries = await queryClient.ensureQueryData(defaultTeamQuery(form.officer.id)).catch(() => []);
    return wholeTeam(prefilled(form.officer, entries), form);
  };
}

/** Returns the form's officer and team for the request. */
export function useTeamData() {
  const teamOf = useTeamOf();
  return async (form: LoanForm): Promise<Required<Pick<NewLoan, 'LoanOfficerId' | 'otherUsers'>>> => ({
    LoanOfficerId: form.officer?.id ?? 0,
    otherUsers: otherUsersOf(await teamOf(form)),
  });
}
