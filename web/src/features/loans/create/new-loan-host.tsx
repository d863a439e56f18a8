import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { onFirstInput } from '@/shared/lib/on-first-input';
import { useDraftOpening } from '@/shared/lib/use-draft';
import { type LoanDraft, newLoanDialog } from './new-loan-dialog';
import { useNewLoan } from './use-new-loan';

const CreateLoanModal = onDemand(() => import('./create-loan-modal'));

/** Loads the dialog's code in advance. */
export const preloadNewLoan = (): void => void CreateLoanModal.preload().catch(() => {});

/** Renders the dialog when any page opens it. */
export function NewLoanHost() {
  const dialog = useSyncExternalStore(newLoanDialog.subscribe, newLoanDialog.get);
  const newLoan = useNewLoan();
  useDraftOpening<LoanDraft>('new loan', ({ tab }) => void newLoan({ tab }));

  useEffect(() => onFirstInput(preloadNewLoan), []);

  return <Suspense>{dialog && <CreateLoanModal data={dialog.data} onClose={dialog.close} />}</Suspense>;
}
