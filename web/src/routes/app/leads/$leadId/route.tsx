import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { leadQuery } from '@/features/leads/page/lead';
import { LeadPage } from '@/features/leads/page/lead-page';
import { LoanSkeleton } from '@/features/loans/page/loan-skeleton';

export const Route = createFileRoute('/app/leads/$leadId')({
  params: {
    parse: ({ leadId }) => ({ leadId: Number(leadId) }),
    stringify: ({ leadId }) => ({ leadId: String(leadId) }),
  },
  loader: async ({ context, params }) => {
    if (!Number.isSafeInteger(params.leadId)) throw notFound();
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
  component: () => <LeadPage leadId={Route.useParams().leadId} />,
});
