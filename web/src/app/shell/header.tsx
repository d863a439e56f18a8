import { ActionIcon } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { UpgradeButton } from '@/features/billing/upgrade-button';
import { BranchSelector } from '@/features/people/branch/branch-selector';
import { SearchBox } from '@/features/search/search-box';
import { BrandMark } from '@/shared/brand/brand-mark';
import { useBrand } from '@/shared/brand/theme-record';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermissions } from '@/shared/session/me';
import { useTrail } from './breadcrumbs';
import classes from './header.module.css';
import { useMenuDocked } from './menu-docked';
import { entriesOf, visibleItems } from './nav';
import { NavLink } from './nav-link';
import { NavMenu } from './nav-menu';
import { PlusMenu } from './plus-menu';
import { useTabSettings } from './tab-settings';
import { texts } from './texts';
import { UserMenu } from './user-menu';

const HeaderExtras = onDemand(() => import('./header-extras'));
const NavDrawer = onDemand(() => import('./nav-drawer'));
const NavDock = onDemand(() => import('./nav-dock'));
const TodoBadge = onDemand(() => import('@/features/tasks/todo-badge'));

export function Header() {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const items = visibleItems(usePermissions(), useTabSettings());
  const { appTitle } = useBrand();
  const { title } = useTrail();
  const [isDocked, setDocked] = useMenuDocked();
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.burger}
        data-docked={isDocked || undefined}
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
            <NavMenu key={entry.menu} {...entry} />
          ) : (
            <NavLink key={entry.to} item={entry} className={classes.item} />
          ),
        )}
        {items.some(({ to }) => to === '/app/tasks') && (
          <Suspense>
            <TodoBadge />
          </Suspense>
        )}
      </nav>
      <span className={classes.page} aria-hidden>
        {title}
      </span>
      <div className={classes.actions}>
        <SearchBox />
        <Suspense>
          <HeaderExtras />
        </Suspense>
        <BranchSelector />
        <UpgradeButton />
        <PlusMenu />
        <UserMenu />
      </div>
      <Suspense>
        {isDocked && <NavDock items={items} onUndock={() => setDocked(false)} />}
        {isDrawerOpen && (
          <NavDrawer
            items={items}
            onClose={() => setDrawerOpen(false)}
            onDock={() => {
              setDocked(true);
              setDrawerOpen(false);
            }}
          />
        )}
      </Suspense>
    </header>
  );
}
