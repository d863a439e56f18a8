import { createFileRoute } from '@tanstack/react-router';
import { OwnBillingPage } from '@/features/billing/billing-page';

export const Route = createFileRoute('/app/user/edit/billing')({
  staticData: { breadcrumb: 'Billing' },
  component: OwnBillingPage,
});
