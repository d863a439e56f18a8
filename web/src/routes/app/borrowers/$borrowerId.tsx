import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { BorrowerPage } from '@/features/borrowers/directory/borrower-page';
import { borrowerQuery } from '@/features/borrowers/directory/borrowers';

export const Route = createFileRoute('/app/borrowers/$borrowerId')({
  params: {
    parse: ({ borrowerId }) => ({ borrowerId: Number(borrowerId) }),
    stringify: ({ borrowerId }) => ({ borrowerId: String(borrowerId) }),
  },
  loader: async ({ context, params }) => {
    if (!Number.isSafeInteger(params.borrowerId)) throw notFound();
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
