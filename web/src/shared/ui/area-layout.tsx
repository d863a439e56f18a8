import { Menu, UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FileRoutesByTo } from '@/routeTree.gen';
import classes from './area-layout.module.css';

export type AreaPage = { label: string; to: keyof FileRoutesByTo };
export type AreaGroup = { label: string; areas: readonly AreaPage[] };

type Props = {
  /** Name of the group of pages. */
  label: string;
  groups: readonly AreaGroup[];
  /** The current page. */
  here: AreaPage | undefined;
  children: ReactNode;
};

/** Layout for related pages: links at the side, or in a menu on narrow windows, next to the page itself. */
export function AreaLayout({ label, groups, here, children }: Props) {
  return (
    <div className={classes.layout}>
      <nav className={classes.side} aria-label={label}>
        {groups.map((group) => (
          <div key={group.label} className={classes.group}>
            <h2>{group.label}</h2>
            {group.areas.map((area) => (
              <Link
                key={area.to}
                to={area.to}
                className={classes.item}
                data-active={area === here || undefined}
                aria-current={area === here ? 'page' : undefined}
                activeProps={{}}
              >
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
                <span className={classes.menuLabel}>{label}</span>
                {here?.label}
                <IconChevronDown size={15} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown className={classes.menuList}>
              {groups.map((group) => [
                <Menu.Label key={group.label}>{group.label}</Menu.Label>,
                ...group.areas.map((area) => (
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
      <div className={classes.page}>{children}</div>
    </div>
  );
}
