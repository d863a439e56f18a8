import { createFileRoute } from '@tanstack/react-router';
import { LenderCallbackPage } from '@/features/access/callbacks/lender-callback-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('code', 'state', 'loanId');

export const Route = createFileRoute('/partner/rocket/auth/callback')({
  staticData: { breadcrumb: 'Lender integration' },
  validateSearch: search,
  beforeLoad: ({ location }) => takeSecrets(location, 'code', 'state'),
  component: () => <LenderCallbackPage {...Route.useSearch()} {...Route.useRouteContext().secrets} />,
});
