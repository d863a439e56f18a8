import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { leadQuery } from '@/features/leads/page/lead';
import { LeadPage } from '@/features/leads/page/lead-page';
import { LoanSkeleton } from '@/features/loans/page/loan-skeleton';
import { onDemand } from '@/shared/lib/on-demand';
import { recordNumber } from '@/shared/lib/record-number';

const TasksPanel = onDemand(() => import('@/features/tasks/tasks-panel'));

export const Route = createFileRoute('/app/leads/$leadId')({
  params: recordNumber('leadId'),
  loader: async ({ context, params }) => {
    try {
      const lead = await context.queryClient.ensureQueryData(leadQuery(params.leadId));
      return { breadcrumb: `${lead.name}, #${lead.id}` };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  notFoundComponent: NotFound,
  pendingComponent: LoanSkeleton,
  component: () => (
    <LeadPage
      leadId={Route.useParams().leadId}
      tasks={(lead) => <TasksPanel about={{ LeadId: lead.id }} name={lead.name} />}
    />
  ),
});
