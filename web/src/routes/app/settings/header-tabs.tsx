import { createFileRoute } from '@tanstack/react-router';
import { HeaderTabsPage } from '@/features/people/header-tabs/header-tabs-page';

export const Route = createFileRoute('/app/settings/header-tabs')({
  staticData: { breadcrumb: 'Header tabs', isBreadcrumbHidden: true },
  component: HeaderTabsPage,
});
