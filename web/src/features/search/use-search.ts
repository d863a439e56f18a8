import { useLicense } from '@/features/billing/use-license';
import { usePermission } from '@/shared/session/me';
import { searchStore } from './search-store';

/** Opens the search if the plan includes it. Null for users without permission. */
export function useSearch(): ((text?: string) => void) | null {
  const hasLicense = useLicense();
  const may = usePermission('SEARCH');
  if (!may) return null;
  return (text) => {
    if (hasLicense()) searchStore.open(text);
  };
}
