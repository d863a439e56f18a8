import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { AppShell } from '@/app/shell/app-shell';
import { enterApp } from '@/app/shell/enter-app';
import { sendToOrg } from '@/app/shell/enter-org';
import { ShellSkeleton } from '@/app/shell/shell-skeleton';
import { texts } from '@/app/shell/texts';
import { appBase } from '@/shared/lib/app-base';
import { opensPage } from '@/shared/session/pages';
import { toast } from '@/shared/ui/toasts/toast-store';

/** Open to every signed-in user. The page shows a message to users without access to loans. */
const home = '/app/loans';

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ context, location, preload }) => {
    // The staff app isn't available in a borrower portal.
    if (appBase()) throw notFound();
    const { routes } = await enterApp(context.queryClient, location.href);
    sendToOrg(context.queryClient, location.pathname);
    if (location.pathname.startsWith(home) || opensPage(routes, location.pathname)) return;
    if (!preload) toast.warning(texts.noAccess);
    throw redirect({ to: home, replace: true });
  },
  component: () => <AppShell />,
  pendingComponent: ShellSkeleton,
});
