import { createFileRoute } from '@tanstack/react-router';
import { RequestErrorPage } from '@/app/errors/message-pages';

export const Route = createFileRoute('/requesterror')({
  staticData: { breadcrumb: 'Request error' },
  component: () => <RequestErrorPage />,
});
