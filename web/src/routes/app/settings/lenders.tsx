import { createFileRoute } from '@tanstack/react-router';
import { LendersPage } from '@/features/orgs/lists/list-pages';

export const Route = createFileRoute('/app/settings/lenders')({
  staticData: { breadcrumb: 'Lenders' },
  component: LendersPage,
});
