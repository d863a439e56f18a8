import type { ReactNode } from 'react';
import classes from './settings-page.module.css';

type Props = {
  title: string;
  text?: string;
  /** A link back to the list that contains this page. */
  back?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** A settings page with title, text, main action and panels. */
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
