import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { usePermissions } from '@/features/people/me';
import { isBelow, type NavItem, searchFor } from './nav';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { item: NavItem };

/** The way to a page of the header, marked where one is there. */
export function NavLink({ item: { to, label }, children, ...props }: Props) {
  const permissions = usePermissions();
  const { pathname } = useLocation();
  return (
    <Link
      {...props}
      to={to}
      search={searchFor(to, pathname, permissions) as never}
      activeOptions={{ exact: to === '/org', includeSearch: false }}
      data-active={isBelow(pathname, to) || undefined}
    >
      {label}
      {children}
    </Link>
  );
}
