import { createFileRoute } from '@tanstack/react-router';
import { LeadStatusesPage } from '@/features/orgs/lists/list-pages';

export const Route = createFileRoute('/app/settings/lead-statuses')({
  staticData: { breadcrumb: 'Lead statuses' },
  component: LeadStatusesPage,
});
