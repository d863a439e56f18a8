import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Optional kinds of mail, with the user's choices. */
export const notificationsQuery = queryOptions({
  queryKey: ['me', 'notifications'],
  queryFn: () => answer(api.GET('/api/users/me/notifications')),
  meta: { quiet: true },
});

/** Switches a kind on or off, shown optimistically. */
export function useChooseNotification() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery;
  return useMutation({
    mutationFn: ({ kind, isOn }: { kind: string; isOn: boolean }) =>
      answer(api.PATCH('/api/users/me/notifications', { body: { [kind]: isOn } })),
    onMutate: ({ kind, isOn }) => {
      queryClient.setQueryData(queryKey, (choices) =>
        choices?.map((choice) => (choice.kind === kind ? { ...choice, isOn } : choice)),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
