import { createFileRoute } from '@tanstack/react-router';
import { applicationQuery } from '@/features/loans/page/loan';
import { LoanInfoPage } from '@/features/loans/page/loan-info-page';

export const Route = createFileRoute('/app/loans/$loanId/loan-info')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(applicationQuery(params.loanId)),
  component: () => {
    const { loanId } = Route.useParams();
    return <LoanInfoPage key={loanId} loanId={loanId} />;
  },
});
