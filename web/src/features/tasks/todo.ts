import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** The number of the user's open tasks and how many of them are due. */
export const todoQuery = queryOptions({
  queryKey: ['tasks', 'todo'],
  queryFn: ({ signal }) => answer(api.GET('/api/tasks/todo-count', { signal })),
  meta: { quiet: true },
});
