import { createFileRoute } from '@tanstack/react-router';
import { TemplatesPage } from '@/features/tasks/templates/templates-page';

export const Route = createFileRoute('/app/settings/task-templates')({
  staticData: { breadcrumb: 'Task templates' },
  component: TemplatesPage,
});
