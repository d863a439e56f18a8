import { createFileRoute } from '@tanstack/react-router';
import { CompanyBranches } from '@/features/orgs/companies/company-branches';

export const Route = createFileRoute('/org/companies/$companyId/branches')({
  component: () => <CompanyBranches companyId={Route.useParams().companyId} />,
});
