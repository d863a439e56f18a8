import type { Permissions } from '@/api/types';

/** Filter by team member. The server limits it to what the user may see. */
export type AssigneeFilter = 'MINE' | 'BRANCH' | 'ALL';

const reaches: Record<string, readonly AssigneeFilter[]> = {
  UNIT: ['MINE', 'BRANCH'],
  COMPANY: ['MINE', 'BRANCH', 'ALL'],
};

/** The choices up to the user's access scope. A user who sees only their own loans has none. */
export const assigneeFiltersOf = ({ reach }: Pick<Permissions, 'reach'>): readonly AssigneeFilter[] =>
  reaches[reach ?? ''] ?? [];
