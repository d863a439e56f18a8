import { createFileRoute } from '@tanstack/react-router';
import { emailFromParam } from '@/features/access/email-param';
import { ResetMfaConfirmationPage } from '@/features/access/second-factor/reset-mfa-confirmation-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('email', 'userToken');

export const Route = createFileRoute('/reset-mfa-confirmation')({
  staticData: { breadcrumb: 'Reset MFA' },
  validateSearch: search,
  beforeLoad: ({ location }) => takeSecrets(location, 'userToken'),
  component: ResetMfaConfirmation,
});

function ResetMfaConfirmation() {
  const { secrets } = Route.useRouteContext();
  return <ResetMfaConfirmationPage token={secrets.userToken} email={emailFromParam(Route.useSearch().email)} />;
}
