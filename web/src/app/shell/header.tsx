import { ActionIcon } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { UpgradeButton } from '@/features/billing/upgrade-button';
import { BrandMark } from '@/features/orgs/brand-mark';
import { useBrand } from '@/features/orgs/theme-record';
import { BranchSelector } from '@/features/people/branch/branch-selector';
import { usePermissions } from '@/features/people/me';
import { useTrail } from './breadcrumbs';
import classes from './header.module.css';
import { entriesOf, isBelow, visibleItems } from './nav';
import { NavMenu } from './nav-menu';
import { PlusMenu } from './plus-menu';
import { texts } from './texts';
import { UserMenu } from './user-menu';

const NavDrawer = lazy(() => import('./nav-drawer'));

export function Header() {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const items = visibleItems(usePermissions());
  const { appTitle } = useBrand();
  const { title } = useTrail();
  const { pathname } = useLocation();
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.burger}
        aria-label={texts.menu}
        aria-expanded={isDrawerOpen}
        onClick={() => setDrawerOpen(true)}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      <Link to="/app/loans" className={classes.brand} aria-label={appTitle}>
        <BrandMark title={appTitle} />
      </Link>
      <nav aria-label={texts.main} className={classes.nav}>
        {entriesOf(items).map((entry) =>
          'items' in entry ? (
            <NavMenu key={entry.menu} label={entry.menu} items={entry.items} pathname={pathname} />
          ) : (
            <Link
              key={entry.to}
              to={entry.to}
              className={classes.item}
              activeOptions={{ exact: entry.to === '/org' }}
              data-active={isBelow(pathname, entry.to) || undefined}
            >
              {entry.label}
            </Link>
          ),
        )}
      </nav>
      <span className={classes.page} aria-hidden>
        {title}
      </span>
      <div className={classes.actions}>
        <BranchSelector />
        <UpgradeButton />
        <PlusMenu />
        <UserMenu />
      </div>
      <Suspense>{isDrawerOpen && <NavDrawer items={items} onClose={() => setDrawerOpen(false)} />}</Suspense>
    </header>
  );
}
