import { createFileRoute } from '@tanstack/react-router';
import { AuthErrorPage } from '@/features/access/auth-error-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/autherror')({
  staticData: { breadcrumb: 'Authentication error' },
  validateSearch: textSearch('error', 'error_description'),
  component: () => <AuthErrorPage description={Route.useSearch().error_description} />,
});
