import { Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Link } from '@tanstack/react-router';
import classes from './header.module.css';
import { isBelow, type NavItem } from './nav';

type Props = { label: string; items: readonly NavItem[]; pathname: string };

/** Pages of the header that stand together under one word. */
export function NavMenu({ label, items, pathname }: Props) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={classes.item}
          data-active={items.some(({ to }) => isBelow(pathname, to)) || undefined}
        >
          {label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ to, label: name }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
