import { createFileRoute, redirect } from '@tanstack/react-router';
import { contactPageQuery } from '@/features/contacts/contacts';
import { ContactsPage } from '@/features/contacts/contacts-page';
import { contactSearch, storedContactSearch } from '@/features/contacts/directory-search';

export const Route = createFileRoute('/app/contacts/')({
  validateSearch: contactSearch,
  // Opens the list with its last filters, unless the address has its own.
  beforeLoad: ({ search, cause }) => {
    const kept = storedContactSearch();
    const isBare = Object.keys(search).length === 0 && Object.keys(kept).length > 0;
    if (isBare && cause === 'enter') throw redirect({ to: '/app/contacts', search: kept, replace: true });
  },
  loaderDeps: ({ search }) => search,
  // The page shows its own skeleton and error, so the router doesn't wait.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(contactPageQuery(deps)),
  component: () => <ContactsPage search={Route.useSearch()} />,
});
