import { createFileRoute } from '@tanstack/react-router';
import { RateAlertsPage } from '@/features/pricing/rate-alerts-page';

export const Route = createFileRoute('/app/rate-alerts')({
  staticData: { breadcrumb: 'Rate Alerts' },
  component: RateAlertsPage,
});
