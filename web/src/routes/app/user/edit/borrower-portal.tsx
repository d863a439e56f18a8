import { createFileRoute } from '@tanstack/react-router';
import { OwnPortalsPage } from '@/features/people/portals/own-portals-page';

export const Route = createFileRoute('/app/user/edit/borrower-portal')({
  staticData: { breadcrumb: 'Portal links' },
  component: OwnPortalsPage,
});
