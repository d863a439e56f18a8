import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type TaskComment = components['schemas']['TaskComment'];

/** Maximum characters of a comment, equal to the server's limit. */
export const commentLengthMax = 2000;

/** A task's comments, oldest first. */
export const commentsQuery = (taskId: number) =>
  queryOptions({
    queryKey: ['tasks', 'comments', taskId],
    queryFn: () => answer(api.GET('/api/tasks/{id}/comments', { params: { path: { id: taskId } } })),
    meta: { quiet: true },
  });

type Change =
  | { act: 'add'; taskId: number; text: string; key: string }
  | { act: 'edit'; id: number; text: string }
  | { act: 'remove'; id: number };

const send = async (change: Change): Promise<unknown> => {
  if (change.act === 'add') {
    const params = { path: { id: change.taskId }, header: { 'Idempotency-Key': change.key } };
    return answer(api.POST('/api/tasks/{id}/comments', { params, body: { text: change.text } }));
  }
  const params = { path: { id: change.id } };
  if (change.act === 'edit') {
    return answer(api.PATCH('/api/task-comments/{id}', { params, body: { text: change.text } }));
  }
  return answer(api.DELETE('/api/task-comments/{id}', { params }));
};

/** Adds, changes or removes a comment. */
export function useCommentChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
    meta: { quiet: true },
  });
}
