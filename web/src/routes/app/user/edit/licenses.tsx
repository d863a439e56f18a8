import { createFileRoute } from '@tanstack/react-router';
import { OwnLicensesPage } from '@/features/people/licenses/own-licenses-page';

export const Route = createFileRoute('/app/user/edit/licenses')({
  staticData: { breadcrumb: 'My licenses' },
  component: OwnLicensesPage,
});
