import { createFileRoute } from '@tanstack/react-router';
import { jobsQuery } from '@/features/orgs/jobs/jobs';
import { JobsPage } from '@/features/orgs/jobs/jobs-page';

export const Route = createFileRoute('/org/jobs')({
  staticData: { breadcrumb: 'Jobs', isBreadcrumbHidden: true },
  // The page shows its own skeleton and its own error, so the router waits for neither.
  loader: ({ context }) => void context.queryClient.prefetchQuery(jobsQuery),
  component: JobsPage,
});
