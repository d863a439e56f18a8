import { Menu, UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { usePermissions } from '@/features/people/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { areaAt, visibleAreas, visibleGroups } from './areas';
import classes from './settings-layout.module.css';
import { texts } from './texts';

/** The settings: their pages at the side, or in a menu where there is no room, and the page itself. */
export function SettingsLayout() {
  const { routes } = usePermissions();
  const { pathname } = useLocation();
  const groups = visibleGroups(routes);
  const here = areaAt(pathname, visibleAreas(routes));
  return (
    <div className={classes.layout}>
      <nav className={classes.side} aria-label={texts.navigation}>
        {groups.map(({ label, areas }) => (
          <div key={label} className={classes.group}>
            <h2>{label}</h2>
            {areas.map((area) => (
              <Link key={area.to} to={area.to} className={classes.item} activeProps={{ 'data-active': true }}>
                {area.label}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      {groups.length > 0 && (
        <div className={classes.menu}>
          <Menu width="target" position="bottom-start" menuItemTabIndex={0}>
            <Menu.Target>
              <UnstyledButton className={classes.menuButton}>
                <span className={classes.menuLabel}>{texts.settings}</span>
                {here?.label}
                <IconChevronDown size={15} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown className={classes.menuList}>
              {groups.map(({ label, areas }) => [
                <Menu.Label key={label}>{label}</Menu.Label>,
                ...areas.map((area) => (
                  <Menu.Item
                    key={area.to}
                    data-active={area === here || undefined}
                    renderRoot={(props) => <Link to={area.to} {...props} />}
                  >
                    {area.label}
                  </Menu.Item>
                )),
              ])}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
      <div className={classes.page}>
        {here ? (
          <Outlet />
        ) : (
          <EmptyState icon={<IconLock size={20} />} title={texts.noAccessTitle} text={texts.noAccess} />
        )}
      </div>
    </div>
  );
}
