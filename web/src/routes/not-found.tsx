import { createFileRoute } from '@tanstack/react-router';
import { PublicNotFound } from '@/app/errors/public-not-found';

export const Route = createFileRoute('/not-found')({
  staticData: { breadcrumb: 'Not Found' },
  component: PublicNotFound,
});
