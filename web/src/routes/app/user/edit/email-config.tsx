import { createFileRoute } from '@tanstack/react-router';
import { EmailConfigPage } from '@/features/integrations/mailbox/email-config-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('code', 'state', 'error');

export const Route = createFileRoute('/app/user/edit/email-config')({
  staticData: { breadcrumb: 'Email connection' },
  validateSearch: search,
  beforeLoad: ({ location }) => takeSecrets(location, 'code', 'state'),
  component: () => <EmailConfigPage {...Route.useSearch()} {...Route.useRouteContext().secrets} />,
});
