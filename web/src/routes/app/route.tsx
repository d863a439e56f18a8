import { createFileRoute } from '@tanstack/react-router';
import { AppShell } from '@/app/shell/app-shell';
import { enterApp } from '@/app/shell/enter-app';
import { ShellSkeleton } from '@/app/shell/shell-skeleton';

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location }) => enterApp(context.queryClient, location.href),
  component: () => <AppShell />,
  pendingComponent: ShellSkeleton,
});
