import { createFileRoute } from '@tanstack/react-router';
import { MergePage } from '@/features/borrowers/directory/merge-page';
import { textSearch } from '@/shared/lib/text-search';

/** The ids that an address names, each once. */
const idsOf = (text: string | undefined): readonly number[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  ),
];

export const Route = createFileRoute('/app/borrowers/merge')({
  staticData: { breadcrumb: 'Merge' },
  validateSearch: textSearch('ids'),
  component: () => <MergePage ids={idsOf(Route.useSearch().ids)} />,
});
