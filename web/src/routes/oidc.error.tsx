import { createFileRoute } from '@tanstack/react-router';
import { ProviderErrorPage } from '@/features/access/callbacks/provider-error-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/oidc/error')({
  staticData: { breadcrumb: 'Authentication error' },
  validateSearch: textSearch('error', 'error_description'),
  component: ProviderError,
});

function ProviderError() {
  const { error, error_description } = Route.useSearch();
  return <ProviderErrorPage error={error ?? 'server_error'} description={error_description} />;
}
