import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '@/app/errors/not-found';

export const Route = createFileRoute('/org/$')({
  staticData: { breadcrumb: 'Not Found' },
  component: NotFound,
});
