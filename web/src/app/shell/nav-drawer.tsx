import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Drawer.layer.css';
import { ActionIcon, Drawer } from '@mantine/core';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import { LenderFinder } from '@/features/integrations/lenders/lender-finder';
import { BrandMark } from '@/shared/brand/brand-mark';
import { useBrand } from '@/shared/brand/theme-record';
import { usePermission } from '@/shared/session/me';
import type { NavItem } from './nav';
import classes from './nav-drawer.module.css';
import { NavList, NavSection } from './nav-list';
import { texts } from './texts';

type Props = { items: readonly NavItem[]; onClose: () => void; onDock: () => void };

/** The narrow-screen menu as a drawer over the page. If there is space, the user can dock it beside the page. */
export default function NavDrawer({ items, onClose, onDock }: Props) {
  const { appTitle } = useBrand();
  const isInApp = usePermission('APP');
  return (
    <Drawer opened onClose={onClose} size={280} title={<BrandMark title={appTitle} />}>
      <NavList items={items} onFollow={onClose} />
      {isInApp && (
        <div className={classes.lenders}>
          <NavSection title={texts.integratedLenders}>
            <LenderFinder />
          </NavSection>
        </div>
      )}
      <div className={classes.foot}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.dockMenu} title={texts.dockMenu} onClick={onDock}>
          <IconLayoutSidebarLeftExpand size={18} />
        </ActionIcon>
      </div>
    </Drawer>
  );
}
