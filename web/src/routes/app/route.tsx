import { createFileRoute, notFound } from '@tanstack/react-router';
import { AppShell } from '@/app/shell/app-shell';
import { enterApp } from '@/app/shell/enter-app';
import { sendToOrg } from '@/app/shell/enter-org';
import { ShellSkeleton } from '@/app/shell/shell-skeleton';
import { appBase } from '@/shared/lib/app-base';

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ context, location }) => {
    // Staff's program has no place in a borrower portal.
    if (appBase()) throw notFound();
    await enterApp(context.queryClient, location.href);
    sendToOrg(context.queryClient, location.pathname);
  },
  component: () => <AppShell />,
  pendingComponent: ShellSkeleton,
});
