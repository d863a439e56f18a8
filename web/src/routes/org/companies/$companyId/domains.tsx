import { createFileRoute } from '@tanstack/react-router';
import { CompanyDomains } from '@/features/orgs/companies/company-domains';

export const Route = createFileRoute('/org/companies/$companyId/domains')({
  component: () => <CompanyDomains companyId={Route.useParams().companyId} />,
});
