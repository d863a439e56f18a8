import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { toast } from '@/shared/ui/toasts/toast-store';

export type RolePermissions = components['schemas']['RolePermissions'];
type Change = components['schemas']['RolePermissionChange'];

/** The permission table of the company. */
export const rolePermissionsQuery = queryOptions({
  queryKey: ['role-permissions'],
  queryFn: () => answer(api.GET('/api/settings/role-permissions')),
  staleTime: 0,
  meta: { quiet: true },
});

/** What a role may of one permission. */
export type RoleRow = {
  code: string;
  purpose: string;
  allowed: boolean;
  /** Whether the company altered it. */
  isAltered: boolean;
  /** Why it can't be altered; null where it can. */
  fixed: string | null;
};

/** A role's permissions: what it has or may be given, and what is not for it. */
export function rowsOf({ roles, permissions }: RolePermissions, role: string): { own: RoleRow[]; others: RoleRow[] } {
  const column = roles.findIndex(({ code }) => code === role);
  const rows = permissions.flatMap(({ code, purpose, cells }) => {
    const cell = cells[column];
    if (!cell) return [];
    const { allowed, allowedByDefault, fixed } = cell;
    return [{ code, purpose, allowed, isAltered: allowed !== allowedByDefault, fixed: fixed ?? null }];
  });
  const isOwn = (row: RoleRow) => row.allowed || row.fixed === null;
  return { own: rows.filter(isOwn), others: rows.filter((row) => !isOwn(row)) };
}

/** Gives a role a permission or takes it away; somebody else's change in the meantime is shown first. */
export function useSetRolePermission(version: number) {
  const queryClient = useQueryClient();
  const show = (table: RolePermissions) => queryClient.setQueryData(rolePermissionsQuery.queryKey, table);
  return useMutation({
    mutationFn: (body: Change) => {
      const params = { header: { 'If-Match': String(version) } };
      return answer(api.PUT('/api/settings/role-permissions', { params, body }));
    },
    onSuccess: show,
    onError: (error) => {
      toast.error(error.message);
      const isStale = error instanceof ApiError && error.code === 'LWAPI10409';
      if (isStale) void queryClient.invalidateQueries(rolePermissionsQuery);
    },
    meta: { quiet: true },
  });
}
