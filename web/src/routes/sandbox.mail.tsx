import { createFileRoute } from '@tanstack/react-router';
import { SandboxMailPage } from '@/features/integrations/mailbox/sandbox-mail-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/sandbox/mail')({
  staticData: { breadcrumb: 'Sandbox mail' },
  validateSearch: textSearch('client_id', 'redirect_uri', 'state', 'code_challenge'),
  component: () => <SandboxMailPage {...Route.useSearch()} />,
});
