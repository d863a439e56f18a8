import { createFileRoute } from '@tanstack/react-router';
import { ReviewPage } from '@/features/leads/review/review-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/leads/review')({
  staticData: { breadcrumb: 'Review' },
  validateSearch: textSearch('after'),
  component: () => <ReviewPage after={Route.useSearch().after} />,
});
