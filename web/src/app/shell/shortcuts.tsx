import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { bulkProgress, underWayNotice } from '@/features/bulk-imports/progress';
import { useNewLead } from '@/features/leads/create/use-new-lead';
import { useNewLoan } from '@/features/loans/create/use-new-loan';
import { useSearch } from '@/features/search/use-search';
import { onDemand } from '@/shared/lib/on-demand';
import { useKeys } from '@/shared/lib/use-keys';
import { toast } from '@/shared/ui/toasts/toast-store';
import { listKey, searchKey } from './keyboard-map';
import { useShortcuts } from './use-shortcuts';

const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog'));

/** Binds the keyboard map. */
export function Shortcuts() {
  const navigate = useNavigate();
  const createLoan = useNewLoan();
  const createLead = useNewLead();
  const search = useSearch();
  const { general, newItems, others } = useShortcuts();
  const [isListed, setListed] = useState(false);
  const make = {
    loan: () => void (bulkProgress.get() ? toast.warning(underWayNotice) : createLoan()),
    lead: () => void createLead(),
    task: async () => (await import('@/features/tasks/open-task')).openNewTask(),
  };
  const act = new Map([
    [searchKey, () => search?.()],
    [listKey, () => setListed(true)],
  ]);
  useKeys(general.map(({ bound, to }) => ({ bound, act: () => void navigate({ href: to }) })));
  useKeys(newItems.map(({ bound, makes }) => ({ bound, act: () => void make[makes]() })));
  // Keyboard layouts differ in whether a character needs Shift.
  const marks = others.flatMap((key) => [key.bound, `shift+${key.bound}`].map((bound) => ({ key, bound })));
  useKeys(marks.map(({ key, bound }) => ({ bound, act: () => act.get(key)?.() })));
  return <Suspense>{isListed && <ShortcutsDialog onClose={() => setListed(false)} />}</Suspense>;
}
