import { createFileRoute } from '@tanstack/react-router';
import { CompanyDetails } from '@/features/orgs/companies/company-details';

export const Route = createFileRoute('/org/companies/$companyId/')({
  component: () => <CompanyDetails companyId={Route.useParams().companyId} />,
});
