import type { Permissions } from '@/api/types';

export type NavItem = {
  label: string;
  to: '/app/loans' | '/app/leads' | '/app/loan-officers' | '/app/borrowers' | '/app/contacts' | '/org' | '/org/users';
  /** The access check that hides the item; none means everybody who is in. */
  area?: string;
  /** The menu under which it stands in the header. */
  menu?: string;
};

/** Where the header leads. A page gets its item when it exists. */
const items: readonly NavItem[] = [
  { label: 'Loans', to: '/app/loans' },
  { label: 'Leads', to: '/app/leads', area: 'leads' },
  { label: 'Brokers', to: '/app/loan-officers', area: 'brokers' },
  { label: 'Borrowers', to: '/app/borrowers', area: 'contacts', menu: 'Contacts' },
  { label: 'Business Contacts', to: '/app/contacts', area: 'contacts', menu: 'Contacts' },
];

/** Where it leads the provider's super administrator. */
const orgItems: readonly NavItem[] = [
  { label: 'Companies', to: '/org' },
  { label: 'Users', to: '/org/users' },
];

/** Whether a page belongs to an item: each company's pages to the list of them. */
export const isBelow = (pathname: string, to: NavItem['to']): boolean =>
  to === '/org'
    ? pathname === to || pathname.startsWith('/org/companies/')
    : pathname === to || pathname.startsWith(`${to}/`);

/** The items that a user may follow. */
export const visibleItems = ({ areas, permissions }: Permissions): readonly NavItem[] =>
  permissions.includes('ORG_ADMIN') ? orgItems : items.filter(({ area }) => !area || areas[area] === true);

/** The header's entries: items, and menus of items that stand together. */
export function entriesOf(visible: readonly NavItem[]): readonly (NavItem | { menu: string; items: NavItem[] })[] {
  const entries: (NavItem | { menu: string; items: NavItem[] })[] = [];
  for (const item of visible) {
    const last = entries.at(-1);
    if (!item.menu) entries.push(item);
    else if (last && 'items' in last && last.menu === item.menu) last.items.push(item);
    else entries.push({ menu: item.menu, items: [item] });
  }
  return entries;
}
