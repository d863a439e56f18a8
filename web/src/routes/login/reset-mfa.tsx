import { createFileRoute } from '@tanstack/react-router';
import { emailFromParam } from '@/features/access/email-param';
import { ResetMfaPage } from '@/features/access/second-factor/reset-mfa-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/login/reset-mfa')({
  staticData: { breadcrumb: 'Reset MFA' },
  validateSearch: textSearch('email'),
  component: () => <ResetMfaPage email={emailFromParam(Route.useSearch().email)} up="/login" />,
});
