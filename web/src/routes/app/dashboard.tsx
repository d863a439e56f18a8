import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '@/features/reports/dashboard-page';

export const Route = createFileRoute('/app/dashboard')({
  staticData: { breadcrumb: 'Dashboard' },
  component: DashboardPage,
});
