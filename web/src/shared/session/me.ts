import { useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Permissions, User } from '@/api/types';

export const meQuery = {
  queryKey: ['me'],
  queryFn: () => answer(api.GET('/api/users/me')),
  staleTime: Number.POSITIVE_INFINITY,
  // The app can't run without it, so the page shows the error.
  meta: { quiet: true },
} as const;

export const permissionsQuery = {
  queryKey: ['permissions'],
  queryFn: () => answer(api.GET('/api/users/me/permissions')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** The user whose permissions and branch apply. While acting on behalf of another user, that user. */
export const useActiveUser = (): User => useSuspenseQuery(meQuery).data.activeUser;

export const usePermissions = (): Permissions => useSuspenseQuery(permissionsQuery).data;

/** Whether the active user has a permission. */
export const usePermission = (permission: string): boolean => usePermissions().permissions.includes(permission);

/** A user's name, or their email address if they have none. */
export const displayName = (user: User): string => user.name.trim() || user.email;
