import { createFileRoute } from '@tanstack/react-router';
import { RulesPage } from '@/features/tasks/rules/rules-page';

export const Route = createFileRoute('/app/settings/automation')({
  staticData: { breadcrumb: 'Automation' },
  component: RulesPage,
});
