import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '@/features/people/profile/profile-page';

export const Route = createFileRoute('/app/user/edit/')({
  component: ProfilePage,
});
