import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '@/features/people/users/user-page';
import { recordNumber } from '@/shared/lib/record-number';

export const Route = createFileRoute('/app/settings/users/$userId')({
  staticData: { breadcrumb: 'User' },
  params: recordNumber('userId'),
  component: User,
});

function User() {
  const { userId } = Route.useParams();
  return <UserPage key={userId} id={userId} />;
}
