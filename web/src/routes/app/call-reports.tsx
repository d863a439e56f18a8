import { createFileRoute } from '@tanstack/react-router';
import { CallReportPage } from '@/features/reports/call-report-page';

export const Route = createFileRoute('/app/call-reports')({
  staticData: { breadcrumb: 'Call Reports' },
  component: CallReportPage,
});
