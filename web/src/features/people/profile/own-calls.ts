import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { User } from '@/api/types';
import { upload } from '@/api/upload';
import { meQuery } from '@/shared/session/me';

export type UserConfig = components['schemas']['UserConfig'];
type ProfileChange = components['schemas']['ManagedUserChange'];

/** Maximum bytes of a photo, equal to the server's limit. */
export const photoBytesMax = 5 * 1024 * 1024;

export const userConfigQuery = queryOptions({
  queryKey: ['me', 'config'],
  queryFn: () => answer(api.GET('/api/users/me/config')),
  meta: { quiet: true },
});

export const changeProfile = (body: ProfileChange, version: number): Promise<User> =>
  answer(api.PATCH('/api/users/me', { params: { header: { 'If-Match': String(version) } }, body }));

export const putPhoto = (file: File): Promise<User> =>
  upload({ method: 'PUT', url: '/api/users/me/photo', body: file, signed: false, onProgress: () => {} });

export const deletePhoto = (): Promise<User> => answer(api.DELETE('/api/users/me/photo'));

/** Refetches the user, so that all parts of the app show the change. */
export function useRefreshUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
}

/** Changes the user's settings, shown optimistically. */
export function useChangeConfig() {
  const queryClient = useQueryClient();
  const { queryKey } = userConfigQuery;
  return useMutation({
    mutationFn: (body: Partial<UserConfig>) => answer(api.PATCH('/api/users/me/config', { body })),
    onMutate: (change) => {
      queryClient.setQueryData(queryKey, (config) => config && { ...config, ...change });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
