import { createFileRoute } from '@tanstack/react-router';
import { RevenueReportPage } from '@/features/reports/revenue-report-page';

export const Route = createFileRoute('/app/revenue-reports')({
  staticData: { breadcrumb: 'Revenue Reports' },
  component: RevenueReportPage,
});
