import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '@/features/access/callback-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/callback')({
  staticData: { breadcrumb: 'Sign in' },
  validateSearch: textSearch('code', 'state', 'error', 'error_description'),
  component: Callback,
});

function Callback() {
  const { code, error, error_description } = Route.useSearch();
  return <CallbackPage code={code} error={error} description={error_description} />;
}
