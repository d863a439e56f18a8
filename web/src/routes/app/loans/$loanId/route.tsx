import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { loanQuery } from '@/features/loans/page/loan';
import { LoanSkeleton } from '@/features/loans/page/loan-skeleton';
import { recordNumber } from '@/shared/lib/record-number';

export const Route = createFileRoute('/app/loans/$loanId')({
  params: recordNumber('loanId'),
  loader: async ({ context, params }) => {
    try {
      const loan = await context.queryClient.ensureQueryData(loanQuery(params.loanId));
      return { breadcrumb: `${loan.borrowerName}, ${loan.loanNumber}` };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  notFoundComponent: NotFound,
  pendingComponent: LoanSkeleton,
});
