import { createFileRoute, redirect } from '@tanstack/react-router';
import { leadPageQuery } from '@/features/leads/list/lead-list';
import { keptFilters, leadSearch } from '@/features/leads/list/lead-search';
import { LeadsPage } from '@/features/leads/list/leads-page';

export const Route = createFileRoute('/app/leads/')({
  validateSearch: leadSearch,
  // The list is opened as it was left; an address that says how it wants it is followed.
  beforeLoad: ({ search, cause }) => {
    const kept = keptFilters();
    const isBare = Object.keys(search).length === 0 && Object.keys(kept).length > 0;
    if (isBare && cause === 'enter') throw redirect({ to: '/app/leads', search: kept, replace: true });
  },
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and its own error, so the router waits for neither.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(leadPageQuery(deps)),
  component: () => <LeadsPage search={Route.useSearch()} />,
});
