import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { toast } from '@/shared/ui/toasts/toast-store';

export type RolePermissions = components['schemas']['RolePermissions'];
type Change = components['schemas']['RolePermissionChange'];

/** The company's permission table. */
export const rolePermissionsQuery = queryOptions({
  queryKey: ['role-permissions'],
  queryFn: () => answer(api.GET('/api/settings/role-permissions')),
  staleTime: 0,
  meta: { quiet: true },
});

/** A permission that the company can change for a role. */
export type RoleRow = {
  code: string;
  purpose: string;
  allowed: boolean;
  /** Whether the company has changed it. */
  isAltered: boolean;
};

/** A role's permissions: those that the company decides, those it always has, and those it never has. */
export type RoleRows = { open: RoleRow[]; always: string[]; never: string[] };

export function rowsOf({ roles, permissions }: RolePermissions, role: string): RoleRows {
  const column = roles.findIndex(({ code }) => code === role);
  const rows: RoleRows = { open: [], always: [], never: [] };
  for (const { code, purpose, cells } of permissions) {
    const cell = cells[column];
    if (!cell) continue;
    const { allowed, allowedByDefault, fixed } = cell;
    if (!fixed) rows.open.push({ code, purpose, allowed, isAltered: allowed !== allowedByDefault });
    else if (allowed) rows.always.push(purpose);
    else rows.never.push(purpose);
  }
  return rows;
}

/** The table with one cell changed. */
export function withCell(table: RolePermissions, { role, permission, allowed }: Change): RolePermissions {
  const column = table.roles.findIndex(({ code }) => code === role);
  const permissions = table.permissions.map((line) =>
    line.code === permission
      ? { ...line, cells: line.cells.map((cell, index) => (index === column ? { ...cell, allowed } : cell)) }
      : line,
  );
  return { ...table, permissions };
}

/**
 * Grants a permission to a role or removes it. The change is shown optimistically and reverted if the server refuses.
 * Changes are sent one at a time, each based on the version after the previous one.
 */
export function useSetRolePermission() {
  const queryClient = useQueryClient();
  const { queryKey } = rolePermissionsQuery;
  return useMutation({
    scope: { id: 'role-permissions' },
    mutationFn: (body: Change) => {
      const version = queryClient.getQueryData(queryKey)?.version ?? 0;
      const params = { header: { 'If-Match': String(version) } };
      return answer(api.PUT('/api/settings/role-permissions', { params, body }));
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (table) => table && withCell(table, change));
    },
    // The user may have made newer changes. Takes only the version, so that they stay visible.
    onSuccess: ({ version }) => queryClient.setQueryData(queryKey, (table) => table && { ...table, version }),
    onError: (error, change) => {
      toast.error(error.message);
      const back = { ...change, allowed: !change.allowed };
      queryClient.setQueryData(queryKey, (table) => table && withCell(table, back));
      void queryClient.invalidateQueries({ queryKey });
    },
    meta: { quiet: true },
  });
}
