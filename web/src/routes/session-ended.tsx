import { createFileRoute } from '@tanstack/react-router';
import { SessionEndedPage } from '@/features/access/session-ended-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/session-ended')({
  staticData: { breadcrumb: 'Session Ended' },
  validateSearch: textSearch('title', 'message', 'reason'),
  component: () => <SessionEndedPage search={Route.useSearch()} />,
});
