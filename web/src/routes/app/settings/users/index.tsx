import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '@/features/people/users/users-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/settings/users/')({
  validateSearch: textSearch('string', 'role', 'branch', 'state', 'page'),
  component: () => <UsersPage search={Route.useSearch()} />,
});
