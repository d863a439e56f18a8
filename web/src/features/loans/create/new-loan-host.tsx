import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { onFirstInput } from '@/shared/lib/on-first-input';
import { useKeptOpening } from '@/shared/lib/use-kept';
import { type KeptLoan, newLoanDialog } from './new-loan-dialog';
import { useNewLoan } from './use-new-loan';

const CreateLoanModal = onDemand(() => import('./create-loan-modal'));

/** Fetches the dialog's code before it is asked for. */
export const preloadNewLoan = (): void => void CreateLoanModal.preload().catch(() => {});

/** Shows the dialog that creates and imports loans, wherever it was opened from. */
export function NewLoanHost() {
  const dialog = useSyncExternalStore(newLoanDialog.subscribe, newLoanDialog.get);
  const newLoan = useNewLoan();
  useKeptOpening<KeptLoan>('new loan', ({ tab }) => void newLoan({ tab }));

  useEffect(() => onFirstInput(preloadNewLoan), []);

  return <Suspense>{dialog && <CreateLoanModal data={dialog.data} onClose={dialog.close} />}</Suspense>;
}
