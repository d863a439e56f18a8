import { licensingIdOf } from '@/shared/lib/app-base';
import { useConfig } from './config';

/** Whose program this is: staff's, a borrower's or an agent's. The public screens are the same, with small differences. */
export type Portal = 'staff' | 'borrower' | 'agent';

/** Borrower portals are known by their addresses, and all of them by their hosts, which the server knows. */
export function usePortal(): Portal {
  const { portal } = useConfig();
  return licensingIdOf(window.location.pathname) ? 'borrower' : portal;
}
