import type { Permissions } from '@/api/types';

export type NavItem = {
  label: string;
  to: '/app/loans' | '/org' | '/org/users';
  /** The access check that hides the item; none means everybody who is in. */
  area?: string;
};

/** Where the header leads. A page gets its item when it exists. */
const items: readonly NavItem[] = [{ label: 'Loans', to: '/app/loans' }];

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
