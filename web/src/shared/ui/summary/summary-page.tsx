import type { ReactNode } from 'react';
import classes from './summary.module.css';

type Props = { title: string; text: string; action?: ReactNode; children: ReactNode };

/** A summary page: title, scope and panels. */
export function SummaryPage({ title, text, action, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <h1>{title}</h1>
          <p className={classes.text}>{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

/** A bar relative to the largest value. The value itself is shown next to it as text. */
export function Bar({ share }: { share: number }) {
  return (
    <span className={classes.bar} aria-hidden>
      {share > 0 && <span style={{ width: `${Math.min(1, share) * 100}%` }} />}
    </span>
  );
}
