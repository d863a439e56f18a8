import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { newLoanDialog } from './new-loan-dialog';

const load = () => import('./create-loan-modal');
const CreateLoanModal = lazy(load);

/** Fetches the dialog's code before it is asked for. */
export const preloadNewLoan = (): void => void load();

/** Shows the dialog that creates and imports loans, wherever it was opened from. */
export function NewLoanHost() {
  const dialog = useSyncExternalStore(newLoanDialog.subscribe, newLoanDialog.get);

  useEffect(() => {
    // Safari has no idle callback; there the '+' button's hover is early enough.
    const idle = window.requestIdleCallback?.(preloadNewLoan, { timeout: 5000 });
    return () => {
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, []);

  return <Suspense>{dialog && <CreateLoanModal data={dialog.data} onClose={dialog.close} />}</Suspense>;
}
