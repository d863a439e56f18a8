import { createFileRoute } from '@tanstack/react-router';
import { CompanyUsers } from '@/features/orgs/companies/company-users';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/org/companies/$companyId/users')({
  validateSearch: textSearch('string', 'offset'),
  component: () => <CompanyUsers companyId={Route.useParams().companyId} search={Route.useSearch()} />,
});
