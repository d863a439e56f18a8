import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { usePermissions } from '@/shared/session/me';
import { isBelow, type NavItem, searchFor } from './nav';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { item: NavItem };

/** A link of the header, marked when its page is open. */
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
