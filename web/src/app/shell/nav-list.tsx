import { UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import TodoBadge from '@/features/tasks/todo-badge';
import { entriesOf, isBelow, type NavGroup, type NavItem } from './nav';
import classes from './nav-drawer.module.css';
import { NavLink } from './nav-link';
import { texts } from './texts';

type Props = { items: readonly NavItem[]; onFollow?: () => void };
type SectionProps = { title: string; isOpenAtFirst?: boolean; children: ReactNode };

/** The header's pages as a vertical list. Groups open on a press. */
export function NavList({ items, onFollow }: Props) {
  return (
    <nav aria-label={texts.main} className={classes.nav}>
      {entriesOf(items).map((entry) =>
        'items' in entry ? (
          <NavMenuSection key={entry.menu} group={entry} onFollow={onFollow} />
        ) : (
          <NavLink key={entry.to} item={entry} className={classes.item} onClick={onFollow}>
            {entry.to === '/app/tasks' && <TodoBadge />}
          </NavLink>
        ),
      )}
    </nav>
  );
}

function NavMenuSection({ group: { menu, items }, onFollow }: { group: NavGroup; onFollow: (() => void) | undefined }) {
  const { pathname } = useLocation();
  return (
    <NavSection title={menu} isOpenAtFirst={items.some(({ to }) => isBelow(pathname, to))}>
      {items.map((item) => (
        <NavLink key={item.to} item={item} className={classes.item} onClick={onFollow} />
      ))}
    </NavSection>
  );
}

/** A group that opens below its title on a press. */
export function NavSection({ title, isOpenAtFirst = false, children }: SectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <>
      <UnstyledButton
        className={classes.item}
        aria-expanded={isOpen}
        aria-controls={id}
        data-open={isOpen || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <IconChevronDown size={15} aria-hidden />
      </UnstyledButton>
      <div id={id} className={classes.section} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}
