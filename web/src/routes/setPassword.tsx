import { createFileRoute } from '@tanstack/react-router';
import { emailFromParam } from '@/features/access/email-param';
import { SetPasswordPage } from '@/features/access/password/set-password-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('email', 'userToken');

export const Route = createFileRoute('/setPassword')({
  staticData: { breadcrumb: 'Set new password' },
  validateSearch: search,
  beforeLoad: ({ location }) => takeSecrets(location, 'userToken'),
  component: SetPassword,
});

function SetPassword() {
  const { secrets } = Route.useRouteContext();
  return <SetPasswordPage token={secrets.userToken} email={emailFromParam(Route.useSearch().email)} />;
}
