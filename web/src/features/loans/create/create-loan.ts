import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Loan } from '@/api/types';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useIdempotencyKey } from './idempotency';
import type { LoanForm } from './loan-form';
import type { LoanTab } from './new-loan-dialog';
import { newLoan, newLoanFromFile } from './payload';
import { texts } from './texts';

type Order = { tab: LoanTab; form: LoanForm; fileId: string | null };

/** Creates the loan that the dialog describes, tells so, and hands it on. */
export function useCreateLoan(onCreated: (loan: Loan) => void) {
  const queryClient = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (order: Order) => create(order, idempotency.keyOf),
    onSuccess: (loan) => {
      idempotency.renew();
      toast.success(texts.created(loan.id));
      void queryClient.invalidateQueries({ queryKey: ['loans'] });
      void queryClient.invalidateQueries({ queryKey: ['borrowers'] });
      onCreated(loan);
    },
    onError: (error) => {
      const isToldElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 423);
      if (!isToldElsewhere) toast.error(error instanceof ApiError && error.hasMessage ? error.message : texts.failed);
    },
    meta: { quiet: true },
  });
}

function create({ tab, form, fileId }: Order, keyOf: (body: unknown) => string): Promise<Loan> {
  const params = (body: unknown) => ({ header: { 'Idempotency-Key': keyOf(body) } });
  if (fileId === null) {
    const body = newLoan(form);
    return answer(api.POST('/api/loans', { body, params: params(body) }));
  }
  const body = newLoanFromFile(form, fileId);
  const path = tab === 'fnma' ? '/api/loans/from-file' : '/api/loans/from-mismo';
  return answer(api.POST(path, { body, params: params(body) }));
}

/** Fields of the form by the path under which the server names what is wrong with them. */
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

/** What the server found wrong, by field of the form. */
export function refusedFields(error: unknown): [keyof LoanForm, string][] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]) => {
    const field = fieldOfPath[path.replaceAll('/', '.')];
    return field ? [[field, message]] : [];
  });
}
