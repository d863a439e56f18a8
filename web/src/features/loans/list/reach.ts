import type { Permissions } from '@/api/types';
import type { Reach } from './loan-search';

/** The reaches that a user can choose between; with one there is nothing to choose. */
export function reachesOf({ permissions }: Permissions): readonly Reach[] {
  if (permissions.includes('LOANS_VIEW_COMPANY')) return ['MINE', 'BRANCH', 'ALL'];
  if (permissions.includes('LOANS_VIEW_UNIT')) return ['MINE', 'BRANCH'];
  return ['MINE'];
}
