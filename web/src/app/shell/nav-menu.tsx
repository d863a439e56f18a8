import { Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useLocation } from '@tanstack/react-router';
import classes from './header.module.css';
import { isBelow, type NavGroup } from './nav';
import { NavLink } from './nav-link';

/** A menu of the header with several pages. */
export function NavMenu({ menu, items }: NavGroup) {
  const { pathname } = useLocation();
  return (
    <Menu position="bottom-start" trigger="click-hover" openDelay={60} closeDelay={150}>
      <Menu.Target>
        <button
          type="button"
          className={classes.item}
          data-active={items.some(({ to }) => isBelow(pathname, to)) || undefined}
        >
          {menu}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item key={item.to} renderRoot={(props) => <NavLink {...props} item={item} />} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
