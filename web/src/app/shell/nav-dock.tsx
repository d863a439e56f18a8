import { ActionIcon } from '@mantine/core';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import { useEffect } from 'react';
import type { NavItem } from './nav';
import classes from './nav-drawer.module.css';
import { NavList } from './nav-list';
import { texts } from './texts';

/** The narrow-screen menu, docked beside the page. */
export default function NavDock({ items, onUndock }: { items: readonly NavItem[]; onUndock: () => void }) {
  useEffect(() => {
    document.documentElement.setAttribute('data-menu-docked', '');
    return () => document.documentElement.removeAttribute('data-menu-docked');
  }, []);
  return (
    <aside className={classes.dock} aria-label={texts.menu}>
      <NavList items={items} />
      <div className={classes.foot}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.undockMenu}
          title={texts.undockMenu}
          onClick={onUndock}
        >
          <IconLayoutSidebarLeftCollapse size={18} />
        </ActionIcon>
      </div>
    </aside>
  );
}
