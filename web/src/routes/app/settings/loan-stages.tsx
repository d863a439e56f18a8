import { createFileRoute } from '@tanstack/react-router';
import { LoanStagesPage } from '@/features/orgs/lists/list-pages';

export const Route = createFileRoute('/app/settings/loan-stages')({
  staticData: { breadcrumb: 'Loan stages' },
  component: LoanStagesPage,
});
