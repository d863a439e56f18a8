import { createFileRoute } from '@tanstack/react-router';
import { SettingsLayout } from '@/features/orgs/settings/settings-layout';

export const Route = createFileRoute('/app/settings')({
  staticData: { breadcrumb: 'Settings' },
  component: SettingsLayout,
});
