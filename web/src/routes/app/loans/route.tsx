import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/app/loans')({
  staticData: { breadcrumb: 'Loans', isBreadcrumbHidden: true },
});
