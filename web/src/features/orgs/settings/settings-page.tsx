import type { ReactNode } from 'react';
import classes from './settings-page.module.css';

type Props = { title: string; text?: string; action?: ReactNode; children: ReactNode };

/** A page of the settings: its name, what it is for, what can be made here, and its panels. */
export function SettingsPage({ title, text, action, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <h1>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
