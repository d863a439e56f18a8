import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '@/features/people/contracts/contracts-page';

export const Route = createFileRoute('/app/settings/processing-companies')({
  staticData: { breadcrumb: 'Processing companies' },
  component: ContractsPage,
});
