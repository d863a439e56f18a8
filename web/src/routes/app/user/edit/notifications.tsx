import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '@/features/people/notifications/notifications-page';

export const Route = createFileRoute('/app/user/edit/notifications')({
  staticData: { breadcrumb: 'Notifications' },
  component: NotificationsPage,
});
