import { createFileRoute } from '@tanstack/react-router';
import { CompanyBranding } from '@/features/orgs/companies/company-branding';

export const Route = createFileRoute('/org/companies/$companyId/branding')({
  component: () => <CompanyBranding companyId={Route.useParams().companyId} />,
});
