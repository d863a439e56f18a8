import { createFileRoute } from '@tanstack/react-router';
import { StateReportPage } from '@/features/reports/state-report-page';

export const Route = createFileRoute('/app/state-reports')({
  staticData: { breadcrumb: 'State Reports' },
  component: StateReportPage,
});
