import { createFileRoute } from '@tanstack/react-router';
import { DownloadPage } from '@/features/access/callbacks/download-page';
import { takeSecrets } from '@/shared/lib/address-secrets';
import { textSearch } from '@/shared/lib/text-search';

const search = textSearch('token');

export const Route = createFileRoute('/download')({
  staticData: { breadcrumb: 'Download' },
  validateSearch: search,
  beforeLoad: ({ location }) => takeSecrets(location, 'token'),
  component: () => <DownloadPage token={Route.useRouteContext().secrets.token} />,
});
