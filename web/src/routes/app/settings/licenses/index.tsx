import { createFileRoute } from '@tanstack/react-router';
import { LicensesPage } from '@/features/people/licenses/licenses-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/settings/licenses/')({
  validateSearch: textSearch('string', 'holder', 'stateCode', 'standing', 'page'),
  component: () => <LicensesPage search={Route.useSearch()} />,
});
