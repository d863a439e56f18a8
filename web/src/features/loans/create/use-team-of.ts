import { useQueryClient } from '@tanstack/react-query';
import type { NewLoan } from '@/api/types';
import { defaultTeamQuery, otherUsersOf, prefilled, type Team } from '../team/team';
import { type LoanForm, wholeTeam } from './loan-form';

/** The whole team of a form, waiting for the officer's default one where the form was faster. */
export function useTeamOf() {
  const queryClient = useQueryClient();
  return async (form: LoanForm): Promise<Team> => {
    if (!form.officer) return form.team;
    const entries = await queryClient.ensureQueryData(defaultTeamQuery(form.officer.id)).catch(() => []);
    return wholeTeam(prefilled(form.officer, entries), form);
  };
}

/** Officer and team of a form, as they are sent. */
export function useTeamData() {
  const teamOf = useTeamOf();
  return async (form: LoanForm): Promise<Required<Pick<NewLoan, 'LoanOfficerId' | 'otherUsers'>>> => ({
    LoanOfficerId: form.officer?.id ?? 0,
    otherUsers: otherUsersOf(await teamOf(form)),
  });
}
