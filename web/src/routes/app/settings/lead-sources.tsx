import { createFileRoute } from '@tanstack/react-router';
import { LeadSourcesPage } from '@/features/orgs/lists/list-pages';

export const Route = createFileRoute('/app/settings/lead-sources')({
  staticData: { breadcrumb: 'Lead sources' },
  component: LeadSourcesPage,
});
