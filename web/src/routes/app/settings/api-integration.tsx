import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '@/features/integrations/keys/api-keys-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/settings/api-integration')({
  staticData: { breadcrumb: 'API keys' },
  validateSearch: textSearch('page'),
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <ApiKeysPage owner="COMPANY" page={Route.useSearch().page} onPage={(page) => void navigate({ search: { page } })} />
  );
}
