import { createFileRoute } from '@tanstack/react-router';
import { IdpPage } from '@/features/access/callbacks/idp-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/idp')({
  staticData: { breadcrumb: 'Sign in' },
  validateSearch: textSearch('sso', 'relayState'),
  component: Idp,
});

function Idp() {
  const { sso, relayState } = Route.useSearch();
  return <IdpPage sso={sso} relayState={relayState} />;
}
