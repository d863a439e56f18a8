import { createFileRoute, redirect } from '@tanstack/react-router';
import { leadPageQuery } from '@/features/leads/list/lead-list';
import { leadSearch, storedFilters } from '@/features/leads/list/lead-search';
import { LeadsPage } from '@/features/leads/list/leads-page';

export const Route = createFileRoute('/app/leads/')({
  validateSearch: leadSearch,
  // Opens the list with its last filters, unless the address has its own.
  beforeLoad: ({ search, cause }) => {
    const kept = storedFilters();
    const isBare = Object.keys(search).length === 0 && Object.keys(kept).length > 0;
    if (isBare && cause === 'enter') throw redirect({ to: '/app/leads', search: kept, replace: true });
  },
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(leadPageQuery(deps)),
  component: () => <LeadsPage search={Route.useSearch()} />,
});
