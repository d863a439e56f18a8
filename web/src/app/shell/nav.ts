import type { Permissions } from '@/api/types';

export type NavItem = {
  label: string;
  to: '/app/loans';
  /** The access check that hides the item; none means everybody who is in. */
  area?: string;
};

/** Where the header leads. A page gets its item when it exists. */
const items: readonly NavItem[] = [{ label: 'Loans', to: '/app/loans' }];

/** The items that a user may follow. */
export const visibleItems = ({ areas }: Permissions): readonly NavItem[] =>
  items.filter(({ area }) => !area || areas[area] === true);
