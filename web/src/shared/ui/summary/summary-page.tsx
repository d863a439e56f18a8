import type { ReactNode } from 'react';
import { wholePercent } from '../../lib/format';
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

/** A share from 0 to 1, as a bar and in percent. */
export function Share({ of: share }: { of: number }) {
  return (
    <span className={classes.share}>
      <span className={classes.percent}>{wholePercent(share)}</span>
      <span className={classes.bar} aria-hidden>
        {share > 0 && <span style={{ width: `${Math.min(1, share) * 100}%` }} />}
      </span>
    </span>
  );
}
