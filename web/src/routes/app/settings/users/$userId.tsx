import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFound } from '@/app/errors/not-found';
import { UserPage } from '@/features/people/users/user-page';

export const Route = createFileRoute('/app/settings/users/$userId')({
  staticData: { breadcrumb: 'User', isBreadcrumbHidden: true },
  params: {
    parse: ({ userId }) => ({ userId: Number(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  beforeLoad: ({ params }) => {
    if (!Number.isSafeInteger(params.userId)) throw notFound();
  },
  component: User,
  notFoundComponent: NotFound,
});

function User() {
  const { userId } = Route.useParams();
  return <UserPage key={userId} id={userId} />;
}
