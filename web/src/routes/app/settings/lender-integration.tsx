import { createFileRoute } from '@tanstack/react-router';
import { LendersPage } from '@/features/integrations/lenders/lenders-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/settings/lender-integration')({
  staticData: { breadcrumb: 'Lender integration' },
  validateSearch: textSearch('status'),
  component: () => <LendersPage status={Route.useSearch().status} />,
});
