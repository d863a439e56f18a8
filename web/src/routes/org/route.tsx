import { createFileRoute, notFound } from '@tanstack/react-router';
import { enterOrg } from '@/app/shell/enter-org';
import { OrgShell } from '@/app/shell/org-shell';
import { ShellSkeleton } from '@/app/shell/shell-skeleton';
import { appBase } from '@/shared/lib/app-base';

export const Route = createFileRoute('/org')({
  staticData: { breadcrumb: 'Companies', isBreadcrumbHidden: true },
  beforeLoad: ({ context, location }) => {
    if (appBase()) throw notFound();
    return enterOrg(context.queryClient, location.href);
  },
  component: OrgShell,
  pendingComponent: ShellSkeleton,
});
