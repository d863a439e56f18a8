import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BrandMark } from '@/features/orgs/brand-mark';
import { useBrand } from '@/features/orgs/theme-record';
import type { NavItem } from './nav';
import classes from './nav-drawer.module.css';
import { texts } from './texts';

/** The menu of narrow screens. */
export default function NavDrawer({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) {
  const { appTitle } = useBrand();
  return (
    <Drawer opened onClose={onClose} size={280} title={<BrandMark title={appTitle} />}>
      <nav aria-label={texts.main} className={classes.nav}>
        {items.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={classes.item}
            activeOptions={{ exact: to === '/org' }}
            activeProps={{ 'data-active': true }}
            onClick={onClose}
          >
            {label}
          </Link>
        ))}
      </nav>
    </Drawer>
  );
}
