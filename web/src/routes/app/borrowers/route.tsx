import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/app/borrowers')({
  staticData: { breadcrumb: 'Borrowers' },
});
