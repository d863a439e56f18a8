import { createFileRoute } from '@tanstack/react-router';
import { emailFromParam } from '@/features/access/email-param';
import { ForgotPasswordPage } from '@/features/access/password/forgot-password-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/forgotPassword')({
  staticData: { breadcrumb: 'Reset Password' },
  validateSearch: textSearch('email', 'reason'),
  component: ForgotPassword,
});

function ForgotPassword() {
  const { email, reason } = Route.useSearch();
  return <ForgotPasswordPage email={emailFromParam(email)} reason={reason} />;
}
