import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/app/user/')({
  beforeLoad: () => {
    throw redirect({ to: '/app/user/edit', replace: true });
  },
});
