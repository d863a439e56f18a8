import { createFileRoute } from '@tanstack/react-router';
import { companiesQuery } from '@/features/orgs/companies/companies';
import { CompaniesPage } from '@/features/orgs/companies/companies-page';
import { companySearch } from '@/features/orgs/companies/company-search';

export const Route = createFileRoute('/org/')({
  validateSearch: companySearch,
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(companiesQuery(deps)),
  component: () => <CompaniesPage search={Route.useSearch()} />,
});
