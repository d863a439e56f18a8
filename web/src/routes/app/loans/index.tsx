import { createFileRoute } from '@tanstack/react-router';
import { loanPageQuery } from '@/features/loans/list/loan-list';
import { loanSearch } from '@/features/loans/list/loan-search';
import { LoansPage } from '@/features/loans/list/loans-page';

export const Route = createFileRoute('/app/loans/')({
  validateSearch: loanSearch,
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and its own error, so the router waits for neither.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(loanPageQuery(deps)),
  component: () => <LoansPage search={Route.useSearch()} />,
});
