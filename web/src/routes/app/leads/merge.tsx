import { createFileRoute } from '@tanstack/react-router';
import { MergePage } from '@/features/leads/merge/merge-page';
import { idsOf } from '@/shared/lib/search-values';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/leads/merge')({
  staticData: { breadcrumb: 'Join' },
  validateSearch: textSearch('ids'),
  component: () => <MergePage ids={idsOf(Route.useSearch().ids)} />,
});
