import { licensingIdOf } from '@/shared/lib/app-base';
import { useConfig } from './config';

/** The audience of this portal: staff, borrowers or agents. The public pages differ slightly. */
export type Portal = 'staff' | 'borrower' | 'agent';

/** Borrower portals are known by their path. The server knows each portal by its host. */
export function usePortal(): Portal {
  const { portal } = useConfig();
  return licensingIdOf(window.location.pathname) ? 'borrower' : portal;
}
