import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/app/settings/users')({
  staticData: { breadcrumb: 'Users' },
});
