import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/app/leads')({
  staticData: { breadcrumb: 'Leads' },
});
