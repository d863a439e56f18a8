import { createFileRoute, redirect } from '@tanstack/react-router';
import { SessionEndedPage } from '@/features/access/session-ended-page';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('title', 'message', 'reason');

export const Route = createFileRoute('/session-ended')({
  staticData: { breadcrumb: 'Session Ended' },
  validateSearch: search,
  beforeLoad: async ({ search: asked }) => {
    if (!asked.reason) return;
    const { resetSearch } = await import('@/features/access/session-ended');
    const reset = resetSearch(asked);
    if (reset) throw redirect({ to: '/forgotPassword', search: reset, replace: true });
  },
  component: () => <SessionEndedPage search={Route.useSearch()} />,
});
