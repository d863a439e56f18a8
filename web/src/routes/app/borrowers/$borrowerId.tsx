import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { BorrowerPage } from '@/features/borrowers/directory/borrower-page';
import { borrowerQuery } from '@/features/borrowers/directory/borrowers';
import { recordNumber } from '@/shared/lib/record-number';

export const Route = createFileRoute('/app/borrowers/$borrowerId')({
  params: recordNumber('borrowerId'),
  loader: async ({ context, params }) => {
    try {
      const borrower = await context.queryClient.ensureQueryData(borrowerQuery(params.borrowerId));
      return { breadcrumb: `${borrower.FirstName} ${borrower.LastName}`.trim() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  notFoundComponent: NotFound,
  component: () => <BorrowerPage id={Route.useParams().borrowerId} />,
});
