import type { ReactNode } from 'react';
import classes from './tab-nav.module.css';

/** Links to the sections of a page. `data-active` marks the current one. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  );
}
