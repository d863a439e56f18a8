import { createFileRoute } from '@tanstack/react-router';
import { CompaniesPage } from '@/features/contacts/companies-page';
import { companiesQuery } from '@/features/contacts/contacts';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/contacts/companies')({
  staticData: { breadcrumb: 'Companies' },
  validateSearch: textSearch('string', 'page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(companiesQuery(deps)),
  component: () => <CompaniesPage search={Route.useSearch()} />,
});
