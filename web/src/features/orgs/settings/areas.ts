import type { Permissions } from '@/api/types';
import type { FileRoutesByTo } from '@/routeTree.gen';

/** A settings page. The server decides by its address whether the user may open it. */
export type SettingsArea = { label: string; to: Extract<keyof FileRoutesByTo, `/app/settings/${string}`> };

type Group = { label: string; areas: readonly SettingsArea[] };
type Routes = Permissions['routes'];

/** All settings pages, in the order of the navigation. */
export const settingsGroups: readonly Group[] = [
  {
    label: 'Company',
    areas: [
      { label: 'Organization', to: '/app/settings/org-config' },
      { label: 'Branches', to: '/app/settings/branches' },
      { label: 'Users', to: '/app/settings/users' },
      { label: 'Licenses', to: '/app/settings/licenses' },
      { label: 'Loan teams', to: '/app/settings/loan-teams' },
      { label: 'Processing companies', to: '/app/settings/processing-companies' },
      { label: 'Role permissions', to: '/app/settings/role-permissions' },
      { label: 'Header tabs', to: '/app/settings/header-tabs' },
      { label: 'Billing', to: '/app/settings/billing' },
    ],
  },
  {
    label: 'Lists',
    areas: [
      { label: 'Loan stages', to: '/app/settings/loan-stages' },
      { label: 'Lead statuses', to: '/app/settings/lead-statuses' },
      { label: 'Lead sources', to: '/app/settings/lead-sources' },
      { label: 'Lenders', to: '/app/settings/lenders' },
      { label: 'Contact categories', to: '/app/settings/contact-categories' },
      { label: 'Task templates', to: '/app/settings/task-templates' },
      { label: 'Automation', to: '/app/settings/automation' },
    ],
  },
  {
    label: 'Integrations',
    areas: [
      { label: 'Lender integration', to: '/app/settings/lender-integration' },
      { label: 'API keys', to: '/app/settings/api-integration' },
      { label: 'Lead intake', to: '/app/settings/lead-intake' },
    ],
  },
  {
    label: 'Security',
    areas: [{ label: 'Audit log', to: '/app/settings/audit-log' }],
  },
];

/** The groups with the pages that the user may open. Empty groups are dropped. */
export const visibleGroups = (routes: Routes, groups = settingsGroups): readonly Group[] =>
  groups
    .map((group) => ({ ...group, areas: group.areas.filter(({ to }) => routes[to] === true) }))
    .filter(({ areas }) => areas.length > 0);

/** The pages that the user may open. */
export const visibleAreas = (routes: Routes): readonly SettingsArea[] =>
  visibleGroups(routes).flatMap(({ areas }) => areas);

/** The page of an address, including its subpages. */
export const areaAt = (pathname: string, areas: readonly SettingsArea[]): SettingsArea | undefined =>
  areas.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
