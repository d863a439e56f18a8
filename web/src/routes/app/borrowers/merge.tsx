import { createFileRoute } from '@tanstack/react-router';
import { MergePage } from '@/features/borrowers/directory/merge-page';
import { idsOf } from '@/shared/lib/search-values';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/borrowers/merge')({
  staticData: { breadcrumb: 'Merge' },
  validateSearch: textSearch('ids'),
  component: () => <MergePage ids={idsOf(Route.useSearch().ids)} />,
});
