import { createFileRoute } from '@tanstack/react-router';
import { IntakePage } from '@/features/leads/intake/intake-page';

export const Route = createFileRoute('/app/settings/lead-intake')({
  staticData: { breadcrumb: 'Lead intake' },
  component: IntakePage,
});
