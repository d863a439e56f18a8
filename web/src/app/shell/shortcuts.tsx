import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMayCreateLoans, useNewLoan } from '@/features/loans/create/use-new-loan';
import { useMay } from '@/features/people/me';

const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

/** The keyboard map. Keys do nothing while one types or while a dialog is open. */
export function Shortcuts() {
  const navigate = useNavigate();
  const mayCreate = useMayCreateLoans();
  const createLoan = useNewLoan();
  const seesLeads = useMay('LEAD_VIEW');
  const unlessDialog = (act: () => void) => () => {
    if (!isDialogOpen()) act();
  };
  useHotkeys([
    ['L', unlessDialog(() => void navigate({ to: '/app/loans' }))],
    ['shift+L', unlessDialog(() => seesLeads && void navigate({ to: '/app/leads' }))],
    ['N', unlessDialog(() => mayCreate && void createLoan())],
  ]);
  return null;
}
