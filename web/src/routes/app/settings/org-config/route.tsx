import { createFileRoute } from '@tanstack/react-router';
import { OrgConfigLayout } from '@/features/orgs/settings/org-config-layout';

export const Route = createFileRoute('/app/settings/org-config')({
  staticData: { breadcrumb: 'Organization' },
  component: OrgConfigLayout,
});
