import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/app/settings/licenses')({
  staticData: { breadcrumb: 'Licenses' },
});
