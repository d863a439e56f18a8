import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '@/features/access/sign-in/sign-in-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/login/')({
  staticData: { breadcrumb: 'Sign in' },
  validateSearch: textSearch('request'),
  component: () => <SignInPage request={Route.useSearch().request} />,
});
