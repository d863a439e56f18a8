import { createFileRoute } from '@tanstack/react-router';
import { TeamsPage } from '@/features/people/teams/teams-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/settings/loan-teams')({
  staticData: { breadcrumb: 'Loan teams' },
  validateSearch: textSearch('string', 'page'),
  component: () => <TeamsPage search={Route.useSearch()} />,
});
