import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { onFirstInput } from '@/shared/lib/on-first-input';
import { searchStore } from './search-store';

const SearchDialog = onDemand(() => import('./search-dialog'));

/** Loads the dialog's code in advance. */
export const preloadSearch = (): void => void SearchDialog.preload().catch(() => {});

/** Renders the search dialog when any page opens it. */
export function SearchHost() {
  const { isOpen } = useSyncExternalStore(searchStore.subscribe, searchStore.get);

  useEffect(() => onFirstInput(preloadSearch), []);

  return <Suspense>{isOpen && <SearchDialog />}</Suspense>;
}
