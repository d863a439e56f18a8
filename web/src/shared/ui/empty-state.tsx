import { type ReactNode, useEffect } from 'react';
import { announce } from './announcer/announcement';
import classes from './empty-state.module.css';

type Props = {
  icon: ReactNode;
  title: string;
  text: string;
  /** Nothing else is on the page, so its name is the page's. */
  isPage?: boolean;
  children?: ReactNode;
};

/** What is said where there is nothing: what this is for, and the one thing that can be done about it. */
export function EmptyState({ icon, title, text, isPage, children }: Props) {
  // Somebody who looked for something is told that there is nothing; a page is told by its name.
  useEffect(() => announce(isPage ? '' : title), [isPage, title]);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
