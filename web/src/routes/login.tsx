import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '@/features/access/sign-in-page';

export const Route = createFileRoute('/login')({
  staticData: { breadcrumb: 'Sign in' },
  validateSearch: (search: Record<string, unknown>): { request?: string } =>
    typeof search.request === 'string' ? { request: search.request } : {},
  component: () => <SignInPage request={Route.useSearch().request} />,
});
