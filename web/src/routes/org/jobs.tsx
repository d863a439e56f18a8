import { createFileRoute } from '@tanstack/react-router';
import { jobsQuery } from '@/features/orgs/jobs/jobs';
import { JobsPage } from '@/features/orgs/jobs/jobs-page';

export const Route = createFileRoute('/org/jobs')({
  staticData: { breadcrumb: 'Jobs', isBreadcrumbHidden: true },
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context }) => void context.queryClient.prefetchQuery(jobsQuery),
  component: JobsPage,
});
