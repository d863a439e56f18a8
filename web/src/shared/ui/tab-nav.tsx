import type { ReactNode } from 'react';
import classes from './tab-nav.module.css';

/** Links to the sections of one page. A link says by `data-active` that it is the one that is shown. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  );
}
