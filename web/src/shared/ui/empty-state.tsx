import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type Props = { icon: ReactNode; title: string; text: string; children?: ReactNode };

/** What is said where there is nothing: what this is for, and the one thing that can be done about it. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className={classes.state}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
