import type { ReactNode } from 'react';
import classes from './settings-page.module.css';

type Props = {
  title: string;
  text?: string;
  /** The way to the list that this page is of. */
  back?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** A page of the settings: its name, what it is for, what can be made here, and its panels. */
export function SettingsPage({ title, text, back, action, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          {back && <nav className={classes.back}>{back}</nav>}
          <h1 data-own={Boolean(back) || undefined}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
