import { createFileRoute, redirect } from '@tanstack/react-router';
import { loanPageQuery } from '@/features/loans/list/loan-list';
import { loanSearch, storedFilters } from '@/features/loans/list/loan-search';
import { LoansPage } from '@/features/loans/list/loans-page';

export const Route = createFileRoute('/app/loans/')({
  codeSplitGroupings: [['component']],
  validateSearch: loanSearch,
  // Opens the list with its last filters, unless the address has its own.
  beforeLoad: ({ search, cause }) => {
    const kept = storedFilters();
    const isBare = Object.keys(search).length === 0 && Object.keys(kept).length > 0;
    if (isBare && cause === 'enter') throw redirect({ to: '/app/loans', search: kept, replace: true });
  },
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(loanPageQuery(deps)),
  component: () => <LoansPage search={Route.useSearch()} />,
});
