import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Loan } from '@/api/types';
import { useIdempotencyKey } from '@/shared/lib/idempotency';
import { toast } from '@/shared/ui/toasts/toast-store';
import { chosen, type DifferenceChoice } from '../differences/difference-text';
import { differencesQuery } from '../differences/differences';
import { listedSlots, type Team } from '../team/team';
import type { FieldName, LoanForm } from './loan-form';
import type { LoanTab } from './new-loan-dialog';
import { newLoan, newLoanFromFile } from './payload';
import { texts } from './texts';
import { useTeamOf } from './use-team-of';

type Order = { tab: LoanTab; form: LoanForm; fileId: string | null; matched: number | null };

/** The server's code if existing records changed after the comparison with the file. */
const changedSinceComparison = 'LWLOAN11409';

/** Creates the loan and shows a toast. Passes the loan on unless the user may not open it. */
export function useCreateLoan(onCreated: (loan: Loan | undefined) => void) {
  const queryClient = useQueryClient();
  const idempotency = useIdempotencyKey();
  const teamOf = useTeamOf();
  return useMutation({
    mutationFn: async (order: Order) =>
      create(order, await teamOf(order.form), await differencesOf(order), idempotency.keyOf),
    onSuccess: (loan) => {
      idempotency.renew();
      toast.success(texts.created(loan.id));
      void queryClient.invalidateQueries({ queryKey: ['loans'] });
      void queryClient.invalidateQueries({ queryKey: ['borrowers'] });
      onCreated(loan.accessWarning ? undefined : loan);
    },
    onError: (error) => {
      const isReportedElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 423);
      if (error instanceof ApiError && error.code === changedSinceComparison) {
        void queryClient.invalidateQueries({ queryKey: ['borrowers', 'import-differences'] });
      }
      if (!isReportedElsewhere)
        toast.error(error instanceof ApiError && error.hasMessage ? error.message : texts.failed);
    },
    meta: { quiet: true },
  });

  /** The user's decisions about differences. Waits for the comparison if it is still loading. */
  async function differencesOf({ form, fileId, matched }: Order): Promise<DifferenceChoice[]> {
    if (fileId === null) return [];
    return chosen(await queryClient.ensureQueryData(differencesQuery(fileId, matched)), form.choices);
  }
}

function create(
  { tab, form, fileId }: Order,
  team: Team,
  differences: DifferenceChoice[],
  keyOf: (body: unknown) => string,
): Promise<Loan> {
  const params = (body: unknown) => ({ header: { 'Idempotency-Key': keyOf(body) } });
  if (fileId === null) {
    const body = newLoan(form, team);
    return answer(api.POST('/api/loans', { body, params: params(body) }));
  }
  const body = newLoanFromFile(form, team, fileId, differences);
  const path = tab === 'fnma' ? '/api/loans/from-file' : '/api/loans/from-mismo';
  return answer(api.POST(path, { body, params: params(body) }));
}

/** Form fields by path in the server's error. */
const fieldOfPath: Record<string, keyof LoanForm> = {
  'PrimaryBorrower.firstName': 'firstName',
  'PrimaryBorrower.lastName': 'lastName',
  'PrimaryBorrower.email': 'email',
  'PrimaryBorrower.phone': 'phone',
  StateCode: 'state',
  PropertyUsageType: 'usage',
  LoanPurposeType: 'purpose',
  LoanOfficerId: 'officer',
  fundedDate: 'fundedDate',
  applicationDate: 'applicationDate',
  docSignedDate: 'docSignedDate',
  tridDate: 'tridDate',
};

/** The server's errors, by form field or team slot. */
export function refusedFields(error: unknown, team: Team): [FieldName, string][] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]): [FieldName, string][] => {
    const field = fieldOfPath[path.replaceAll('/', '.')] ?? slotOfPath(path, team);
    return field ? [[field, message]] : [];
  });
}

function slotOfPath(path: string, team: Team): FieldName | undefined {
  const [root, key, index] = path.split('/');
  if (root !== 'otherUsers') return undefined;
  if (key === 'loanAssistant') return 'team.loanOfficerAssistant';
  if (key === 'ProcessorUser') return 'team.loanProcessor';
  const slot = listedSlots(team)[Number(index)];
  return slot && `team.${slot}`;
}
