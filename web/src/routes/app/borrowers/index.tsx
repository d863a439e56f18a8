import { createFileRoute, redirect } from '@tanstack/react-router';
import { borrowerPageQuery } from '@/features/borrowers/directory/borrowers';
import { BorrowersPage } from '@/features/borrowers/directory/borrowers-page';
import { borrowerSearch, storedBorrowerSearch } from '@/features/contacts/directory-search';

export const Route = createFileRoute('/app/borrowers/')({
  validateSearch: borrowerSearch,
  // Opens the list with its last filters, unless the address has its own.
  beforeLoad: ({ search, cause }) => {
    const kept = storedBorrowerSearch();
    const isBare = Object.keys(search).length === 0 && Object.keys(kept).length > 0;
    if (isBare && cause === 'enter') throw redirect({ to: '/app/borrowers', search: kept, replace: true });
  },
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(borrowerPageQuery(deps)),
  component: () => <BorrowersPage search={Route.useSearch()} />,
});
