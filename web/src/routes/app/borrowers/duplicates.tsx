import { createFileRoute } from '@tanstack/react-router';
import { DuplicatesPage } from '@/features/borrowers/directory/duplicates-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/borrowers/duplicates')({
  staticData: { breadcrumb: 'Duplicates' },
  validateSearch: textSearch('kind', 'strength', 'after'),
  component: () => <DuplicatesPage search={Route.useSearch()} />,
});
