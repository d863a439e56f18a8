import { createFileRoute } from '@tanstack/react-router';
import { PipelineReportPage } from '@/features/reports/pipeline-report-page';

export const Route = createFileRoute('/app/pipeline-reports')({
  staticData: { breadcrumb: 'Pipeline Reports' },
  component: PipelineReportPage,
});
