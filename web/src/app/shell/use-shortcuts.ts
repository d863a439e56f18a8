import { useCanCreateLeads } from '@/features/leads/create/use-new-lead';
import { useCanCreateLoans } from '@/features/loans/create/use-new-loan';
import { useSearch } from '@/features/search/use-search';
import { useActiveUser, usePermission, usePermissions } from '@/shared/session/me';
import {
  general,
  listKey,
  type NewShortcut,
  newItems,
  type PageShortcut,
  type Shortcut,
  searchKey,
} from './keyboard-map';

/** The keys that the user may use. */
export type Shortcuts = { general: PageShortcut[]; newItems: NewShortcut[]; others: Shortcut[] };

/** The active user's keys. Areas that they may not open have none. Users of processing companies have only Search. */
export function useShortcuts(): Shortcuts {
  const { areas } = usePermissions();
  const mayMake = { loan: useCanCreateLoans(), lead: useCanCreateLeads(), task: usePermission('TASK_VIEW') };
  const isProcessor = useActiveUser().WizeOrgUnit.type === 'PROCESSOR';
  const maySearch = useSearch() !== null;
  if (isProcessor) return { general: [], newItems: [], others: maySearch ? [searchKey] : [] };
  return {
    general: general.filter(({ area }) => areas[area] === true),
    newItems: newItems.filter(({ makes }) => mayMake[makes]),
    others: maySearch ? [searchKey, listKey] : [listKey],
  };
}
