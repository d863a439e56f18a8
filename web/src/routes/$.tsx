import { createFileRoute } from '@tanstack/react-router';
import { PublicNotFound } from '@/app/errors/public-not-found';
import { LenderCallbackPage } from '@/features/access/callbacks/lender-callback-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

/** Lender callbacks have several address shapes with this part of the path in common. */
const isLenderCallback = (pathname: string) => pathname.includes('/callback');

const search = textSearch('code', 'state', 'loanId');

export const Route = createFileRoute('/$')({
  staticData: { breadcrumb: 'Not Found' },
  validateSearch: search,
  beforeLoad: ({ location }) =>
    isLenderCallback(location.pathname)
      ? takeSecrets(location, 'code', 'state')
      : { secrets: {} as { code?: string; state?: string } },
  component: Elsewhere,
});

function Elsewhere() {
  const { loanId } = Route.useSearch();
  const { secrets } = Route.useRouteContext();
  const { _splat = '' } = Route.useParams();
  return isLenderCallback(`/${_splat}`) ? <LenderCallbackPage loanId={loanId} {...secrets} /> : <PublicNotFound />;
}
