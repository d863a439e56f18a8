import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/app/loans/$loanId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/loans/$loanId/loan-info', params, replace: true });
  },
});
