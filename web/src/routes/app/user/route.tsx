import { createFileRoute } from '@tanstack/react-router';
import { UserLayout } from '@/features/people/profile/user-layout';

export const Route = createFileRoute('/app/user')({
  staticData: { breadcrumb: 'User Settings' },
  component: UserLayout,
});
