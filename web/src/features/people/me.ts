import { useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Permissions, User } from '@/api/types';

export const meQuery = {
  queryKey: ['me'],
  queryFn: () => answer(api.GET('/api/users/me')),
  staleTime: Number.POSITIVE_INFINITY,
  // Without it there is no page to go on with, and the page says so.
  meta: { quiet: true },
} as const;

export const permissionsQuery = {
  queryKey: ['permissions'],
  queryFn: () => answer(api.GET('/api/users/me/permissions')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** Whose rights and branch apply; under impersonation not the one who signed in. */
export const useActiveUser = (): User => useSuspenseQuery(meQuery).data.activeUser;

export const usePermissions = (): Permissions => useSuspenseQuery(permissionsQuery).data;

/** Whether the active user may do something, by the permission's code. */
export const useMay = (permission: string): boolean => usePermissions().permissions.includes(permission);

/** What a person is called: the name, or the e-mail where there is none. */
export const displayName = (user: User): string => user.name.trim() || user.email;
