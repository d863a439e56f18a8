import { createFileRoute } from '@tanstack/react-router';
import { LicenseMatrixPage } from '@/features/people/licenses/license-matrix-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/settings/licenses/matrix')({
  staticData: { breadcrumb: 'Officers by state' },
  validateSearch: textSearch('string', 'soon', 'page'),
  component: () => <LicenseMatrixPage search={Route.useSearch()} />,
});
