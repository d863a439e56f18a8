import { createFileRoute } from '@tanstack/react-router';
import { taskSearch } from '@/features/tasks/task-search';
import { taskPageQuery } from '@/features/tasks/tasks';
import { TasksPage } from '@/features/tasks/tasks-page';

export const Route = createFileRoute('/app/tasks/')({
  validateSearch: taskSearch,
  loaderDeps: ({ search: { task: _, ...search } }) => search,
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context, deps }) => {
    if (!deps.as) void context.queryClient.prefetchQuery(taskPageQuery(deps));
  },
  component: () => <TasksPage search={Route.useSearch()} />,
});
