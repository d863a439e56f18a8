import { createFileRoute } from '@tanstack/react-router';
import { RolePermissionsPage } from '@/features/people/role-permissions/role-permissions-page';

export const Route = createFileRoute('/app/settings/role-permissions')({
  staticData: { breadcrumb: 'Role permissions' },
  component: RolePermissionsPage,
});
