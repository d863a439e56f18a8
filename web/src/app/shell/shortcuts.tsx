import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { bulkProgress, underWayNotice } from '@/features/bulk-imports/progress';
import { useNewLead } from '@/features/leads/create/use-new-lead';
import { useNewLoan } from '@/features/loans/create/use-new-loan';
import { useSearch } from '@/features/search/use-search';
import { onDemand } from '@/shared/lib/on-demand';
import { toast } from '@/shared/ui/toasts/toast-store';
import { listKey, searchKey } from './keyboard-map';
import { useShortcuts } from './use-shortcuts';

const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog'));

const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

/** Binds the keyboard map. Keys do nothing while one types or while a dialog is open. */
export function Shortcuts() {
  const navigate = useNavigate();
  const createLoan = useNewLoan();
  const createLead = useNewLead();
  const search = useSearch();
  const { general, newItems, others } = useShortcuts();
  const [isListed, setListed] = useState(false);
  const bind = (bound: string, act: () => void): HotkeyItem => [
    bound,
    () => {
      if (!isDialogOpen()) act();
    },
    // On a Mac, Alt makes another letter of it.
    { usePhysicalKeys: bound.startsWith('alt+') },
  ];
  const make = {
    loan: () => void (bulkProgress.get() ? toast.warning(underWayNotice) : createLoan()),
    lead: () => void createLead(),
    task: async () => (await import('@/features/tasks/open-task')).openNewTask(),
  };
  const act = new Map([
    [searchKey, () => search?.()],
    [listKey, () => setListed(true)],
  ]);
  useHotkeys(general.map(({ bound, to }) => bind(bound, () => void navigate({ href: to }))));
  useHotkeys(newItems.map(({ bound, makes }) => bind(bound, () => void make[makes]())));
  // Whether a mark is typed with Shift differs from country to country.
  const marks = others.flatMap((key) => [key.bound, `shift+${key.bound}`].map((bound) => ({ key, bound })));
  useHotkeys(marks.map(({ key, bound }) => bind(bound, () => act.get(key)?.())));
  return <Suspense>{isListed && <ShortcutsDialog onClose={() => setListed(false)} />}</Suspense>;
}
