import type { Permissions } from '@/api/types';
import { opensPage } from '@/shared/session/pages';

export type NavItem = {
  label: string;
  to:
    | '/app/dashboard'
    | '/app/tasks'
    | '/app/loans'
    | '/app/leads'
    | '/app/loan-officers'
    | '/app/pricing'
    | '/app/quotes'
    | '/app/rate-alerts'
    | '/app/borrowers'
    | '/app/contacts'
    | '/app/call-reports'
    | '/app/pipeline-reports'
    | '/app/revenue-reports'
    | '/app/state-reports'
    | '/org'
    | '/org/users'
    | '/org/jobs';
  /** The area that a user's tab settings name. */
  area: string;
  /** The header menu that contains the item. */
  menu?: string;
};

/** The pages of the header. */
const items: readonly NavItem[] = [
  { label: 'Dashboard', to: '/app/dashboard', area: 'dashboard' },
  { label: 'Loans', to: '/app/loans', area: 'loans' },
  { label: 'Leads', to: '/app/leads', area: 'leads' },
  { label: 'Brokers', to: '/app/loan-officers', area: 'brokers' },
  { label: 'Pricing', to: '/app/pricing', area: 'pricing', menu: 'Pricing' },
  { label: 'Quotes', to: '/app/quotes', area: 'pricing', menu: 'Pricing' },
  { label: 'Rate Alerts', to: '/app/rate-alerts', area: 'pricing', menu: 'Pricing' },
  { label: 'Borrowers', to: '/app/borrowers', area: 'contacts', menu: 'Contacts' },
  { label: 'Business Contacts', to: '/app/contacts', area: 'contacts', menu: 'Contacts' },
  { label: 'Call Reports', to: '/app/call-reports', area: 'reports', menu: 'Reports' },
  { label: 'Pipeline Reports', to: '/app/pipeline-reports', area: 'reports', menu: 'Reports' },
  { label: 'Revenue Reports', to: '/app/revenue-reports', area: 'reports', menu: 'Reports' },
  { label: 'State Reports', to: '/app/state-reports', area: 'reports', menu: 'Reports' },
  { label: 'Tasks', to: '/app/tasks', area: 'tasks' },
];

/** The header's pages for the provider's super administrator. */
const orgItems: readonly NavItem[] = [
  { label: 'Companies', to: '/org', area: 'org' },
  { label: 'Users', to: '/org/users', area: 'org' },
  { label: 'Jobs', to: '/org/jobs', area: 'org' },
];

/** Whether an item covers a page. The list of companies covers each company's pages. */
export const isBelow = (pathname: string, to: NavItem['to']): boolean =>
  to === '/org'
    ? pathname === to || pathname.startsWith('/org/companies/')
    : pathname === to || pathname.startsWith(`${to}/`);

/** A company's settings for areas of the header. Areas without settings are shown after the others. */
export type TabSettings = Readonly<Record<string, { visible: boolean; order: number }>>;

/**
 * The items that a user may open, without those that their tab settings hide. Loans is always shown: a user without
 * access to loans sees a message there.
 */
export const visibleItems = ({ routes, permissions }: Permissions, tabs: TabSettings = {}): readonly NavItem[] => {
  if (permissions.includes('ORG_ADMIN')) return orgItems;
  const isVisible = ({ to, area }: NavItem) =>
    tabs[area]?.visible !== false && (to === '/app/loans' || opensPage(routes, to));
  const orderOf = ({ area }: NavItem) => tabs[area]?.order ?? items.length;
  return items.filter(isVisible).toSorted((one, other) => orderOf(one) - orderOf(other));
};

/**
 * Initial search parameters of a page: a user who sees only their own leads starts with those, and Pricing opened from
 * itself starts with an empty form.
 */
export function searchFor(to: NavItem['to'], pathname: string, { reach }: Permissions): Record<string, string> {
  if (to === '/app/leads') return { assigneeType: reach === 'OWN' ? 'MINE' : 'ALL' };
  if (to === '/app/pricing' && pathname === to) return { reload: 'true' };
  return {};
}

/** Items of one menu. */
export type NavGroup = { menu: string; items: NavItem[] };

/** The header's entries: items, and menus of several items. */
export function entriesOf(visible: readonly NavItem[]): readonly (NavItem | NavGroup)[] {
  const entries: (NavItem | NavGroup)[] = [];
  for (const item of visible) {
    const last = entries.at(-1);
    if (!item.menu) entries.push(item);
    else if (last && 'items' in last && last.menu === item.menu) last.items.push(item);
    else entries.push({ menu: item.menu, items: [item] });
  }
  return entries;
}
