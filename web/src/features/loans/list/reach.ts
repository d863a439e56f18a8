import type { Permissions } from '@/api/types';
import type { Reach } from './loan-search';

const reaches: Record<string, readonly Reach[]> = { UNIT: ['MINE', 'BRANCH'], COMPANY: ['MINE', 'BRANCH', 'ALL'] };

/** What a user can choose between, up to how far he sees; who sees only his own has nothing to choose. */
export const reachesOf = ({ reach }: Pick<Permissions, 'reach'>): readonly Reach[] => reaches[reach ?? ''] ?? [];
