import { createFileRoute } from '@tanstack/react-router';
import { LoanOfficersPage } from '@/features/people/officers-list/loan-officers-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/loan-officers')({
  staticData: { breadcrumb: 'Brokers' },
  validateSearch: textSearch('string', 'page'),
  component: () => <LoanOfficersPage search={Route.useSearch()} />,
});
