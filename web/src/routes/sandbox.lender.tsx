import { createFileRoute } from '@tanstack/react-router';
import { SandboxLenderPage } from '@/features/integrations/lenders/sandbox-lender-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/sandbox/lender')({
  staticData: { breadcrumb: 'Sandbox lender' },
  validateSearch: textSearch('state'),
  component: () => <SandboxLenderPage {...Route.useSearch()} />,
});
