import { createFileRoute } from '@tanstack/react-router';
import { centerQuery } from '@/features/loans/center/loan-center';
import { LoanCenterPage } from '@/features/loans/center/loan-center-page';
import { stagesQuery } from '@/features/loans/stages/stages';

export const Route = createFileRoute('/app/loans/$loanId/loan-center')({
  // The page shows its own skeletons, so the router doesn't wait.
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(centerQuery(params.loanId));
    void context.queryClient.prefetchQuery(stagesQuery(params.loanId));
  },
  component: () => <LoanCenterPage loanId={Route.useParams().loanId} />,
});
