import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { BrandMark } from '@/features/orgs/brand-mark';
import { useBrand } from '@/features/orgs/theme-record';
import { isBelow, type NavItem } from './nav';
import classes from './nav-drawer.module.css';
import { texts } from './texts';

/** The menu of narrow screens. */
export default function NavDrawer({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) {
  const { appTitle } = useBrand();
  const { pathname } = useLocation();
  return (
    <Drawer opened onClose={onClose} size={280} title={<BrandMark title={appTitle} />}>
      <nav aria-label={texts.main} className={classes.nav}>
        {items.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={classes.item}
            activeOptions={{ exact: to === '/org' }}
            data-active={isBelow(pathname, to) || undefined}
            onClick={onClose}
          >
            {label}
          </Link>
        ))}
      </nav>
    </Drawer>
  );
}
