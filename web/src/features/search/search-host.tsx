import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { onFirstInput } from '@/shared/lib/on-first-input';
import { searchStore } from './search-store';

const SearchDialog = onDemand(() => import('./search-dialog'));

/** Fetches the dialog's code before it is asked for. */
export const preloadSearch = (): void => void SearchDialog.preload().catch(() => {});

/** Shows the search of everything, wherever it was opened from. */
export function SearchHost() {
  const { isOpen } = useSyncExternalStore(searchStore.subscribe, searchStore.get);

  useEffect(() => onFirstInput(preloadSearch), []);

  return <Suspense>{isOpen && <SearchDialog />}</Suspense>;
}
