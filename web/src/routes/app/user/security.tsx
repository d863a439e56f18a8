import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '@/features/access/security/security-page';

export const Route = createFileRoute('/app/user/security')({
  staticData: { breadcrumb: 'Sign-in and security' },
  component: SecurityPage,
});
