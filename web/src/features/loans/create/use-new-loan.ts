import { useNavigate } from '@tanstack/react-router';
import { useLicense } from '@/features/billing/use-license';
import { confirmDiscard } from '@/shared/lib/unsaved-changes';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { type NewLoanData, openNewLoan } from './new-loan-dialog';

/** Whether the user can create loans. Users of processing companies can't. */
export function useCanCreateLoans(): boolean {
  const mayCreate = usePermission('LOAN_CREATE');
  return useActiveUser().WizeOrgUnit.type !== 'PROCESSOR' && mayCreate;
}

/** Asks about unsaved work, opens the dialog, and navigates to the created loan. */
export function useNewLoan(): (data?: NewLoanData) => Promise<void> {
  const navigate = useNavigate();
  const hasLicense = useLicense();
  return async (data) => {
    if (!hasLicense() || !(await confirmDiscard())) return;
    const loan = await openNewLoan(data);
    if (loan) await navigate({ to: '/app/loans/$loanId/loan-info', params: { loanId: loan.id } });
  };
}
