import { type ReactNode, useEffect } from 'react';
import { announce } from './announcer/announcement';
import classes from './empty-state.module.css';

type Props = {
  icon: ReactNode;
  title: string;
  text: string;
  /** The page shows nothing else, so the title is its heading. */
  isPage?: boolean;
  children?: ReactNode;
};

/** Placeholder for empty content: its purpose and the next possible action. */
export function EmptyState({ icon, title, text, isPage, children }: Props) {
  // Announce empty results to users who searched. For a whole page, the heading is enough.
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
