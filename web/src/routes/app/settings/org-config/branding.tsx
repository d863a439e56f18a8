import { createFileRoute } from '@tanstack/react-router';
import { OwnBrandingPage } from '@/features/orgs/branding/own-branding-page';

export const Route = createFileRoute('/app/settings/org-config/branding')({
  staticData: { breadcrumb: 'Branding' },
  component: OwnBrandingPage,
});
