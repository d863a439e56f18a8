import { createFileRoute } from '@tanstack/react-router';
import { CompanyBillingPage } from '@/features/billing/billing-page';

export const Route = createFileRoute('/app/settings/billing')({
  staticData: { breadcrumb: 'Billing' },
  component: CompanyBillingPage,
});
