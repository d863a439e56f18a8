import type { Permissions } from '@/api/types';
import type { Reach } from './loan-search';

const reaches: Record<string, readonly Reach[]> = { UNIT: ['MINE', 'BRANCH'], COMPANY: ['MINE', 'BRANCH', 'ALL'] };

/** The choices up to the user's access scope. A user who sees only their own loans has none. */
export const reachesOf = ({ reach }: Pick<Permissions, 'reach'>): readonly Reach[] => reaches[reach ?? ''] ?? [];
