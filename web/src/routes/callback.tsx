import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '@/features/access/callbacks/callback-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('code', 'state', 'error', 'error_description', 'logout', 'reason');

export const Route = createFileRoute('/callback')({
  staticData: { breadcrumb: 'Sign in' },
  validateSearch: search,
  beforeLoad: ({ location }) => takeSecrets(location, 'code', 'state'),
  component: () => <CallbackPage {...Route.useSearch()} {...Route.useRouteContext().secrets} />,
});
