import { createFileRoute } from '@tanstack/react-router';
import { ServerErrorPage } from '@/app/errors/message-pages';

export const Route = createFileRoute('/servererror')({
  staticData: { breadcrumb: 'Server error' },
  component: () => <ServerErrorPage />,
});
