import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { companyQuery } from '@/features/orgs/companies/companies';
import { CompanyLayout } from '@/features/orgs/companies/company-layout';
import { recordNumber } from '@/shared/lib/record-number';

export const Route = createFileRoute('/org/companies/$companyId')({
  params: recordNumber('companyId'),
  loader: async ({ context, params }) => {
    try {
      const company = await context.queryClient.ensureQueryData(companyQuery(params.companyId));
      return { breadcrumb: company.displayName };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  component: () => <CompanyLayout companyId={Route.useParams().companyId} />,
  notFoundComponent: NotFound,
});
