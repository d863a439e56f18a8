import { createFileRoute } from '@tanstack/react-router';
import { peopleSearch } from '@/features/people/across/people-search';
import { PeopleSearchPage } from '@/features/people/across/people-search-page';

export const Route = createFileRoute('/org/users')({
  staticData: { breadcrumb: 'Users', isBreadcrumbHidden: true },
  validateSearch: peopleSearch,
  component: () => <PeopleSearchPage search={Route.useSearch()} />,
});
