import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ImportResult, Issue } from '@/api/types';
import classes from './import-notes.module.css';
import { texts } from './texts';

/** A borrower with this e-mail exists already. */
const duplicateEmail = 'LWBOR20001';

/** What an officer should know about a file that was taken: a known e-mail, and what could not be taken over. */
export function ImportNotes({ result }: { result: ImportResult }) {
  const duplicates = (result.warnings ?? []).filter(({ lwCode }) => lwCode === duplicateEmail);
  return (
    <>
      {duplicates.map(({ message }) => (
        <p key={message} role="note" className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          {message}
        </p>
      ))}
      {result.issues.length > 0 && <Issues issues={result.issues} />}
    </>
  );
}

const Issues = ({ issues }: { issues: readonly Issue[] }) => (
  <details className={classes.issues}>
    <summary>{texts.issues(issues.length)}</summary>
    <ul>
      {issues.map(({ place, field, value, reason }) => (
        <li key={`${place} ${field} ${reason}`}>
          <div>
            <span className={classes.field}>{field}</span>
            {value && <span className={classes.value}>{value}</span>}
          </div>
          <div className={classes.reason}>{reason}</div>
          <div className={classes.place}>{place}</div>
        </li>
      ))}
    </ul>
  </details>
);
