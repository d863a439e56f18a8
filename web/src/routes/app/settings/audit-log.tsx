import { createFileRoute } from '@tanstack/react-router';
import { AuditLogPage } from '@/features/audit/audit-log-page';
import { auditSearch } from '@/features/audit/audit-search';

export const Route = createFileRoute('/app/settings/audit-log')({
  staticData: { breadcrumb: 'Audit log' },
  validateSearch: auditSearch,
  component: () => <AuditLogPage search={Route.useSearch()} />,
});
