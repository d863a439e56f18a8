import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { Link } from '@tanstack/react-router';
import type { ImportResult, Issue } from '@/api/types';
import { dayOf } from '@/shared/lib/format';
import classes from './import-notes.module.css';
import { issueGroups } from './issue-groups';
import { texts } from './texts';

/** A borrower with this email address already exists. */
const duplicateEmail = 'LWBOR20001';

/** Warnings about an imported file: duplicate email addresses and values that couldn't be imported. */
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
      {result.importedBefore && <Before {...result.importedBefore} />}
      {result.tridMissing.length > 0 && (
        <p role="note" className={classes.hint}>
          {texts.tridMissing(result.tridMissing)}
        </p>
      )}
      {result.issues.length > 0 && <Issues issues={result.issues} />}
    </>
  );
}

/** Warns that the same file was imported before. The loan opens in a new tab, so that the dialog stays open. */
const Before = ({ loanId, officerName, importedAt }: NonNullable<ImportResult['importedBefore']>) => (
  <p role="note" className={classes.warning}>
    <IconAlertTriangle size={16} aria-hidden />
    {typeof loanId === 'number' ? (
      <span>
        {texts.importedAs(dayOf(importedAt))}
        <Link to="/app/loans/$loanId/loan-info" params={{ loanId }} target="_blank">
          #{loanId}
        </Link>
      </span>
    ) : (
      texts.importedBy(dayOf(importedAt), officerName ?? '')
    )}
  </p>
);

const Issues = ({ issues }: { issues: readonly Issue[] }) => (
  <details className={classes.issues}>
    <summary>{texts.issues(issues.length)}</summary>
    <ul>
      {issueGroups(issues).map(({ reason, places }) => (
        <li key={reason}>
          <div className={classes.reason}>{reason}</div>
          {places.map(({ place, field, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one place may have the same twice, and the list never changes
            <div key={index} className={classes.issue}>
              <span className={classes.field}>{field}</span>
              {value && <span className={classes.value}>{value}</span>}
              <span className={classes.place}>{place}</span>
            </div>
          ))}
        </li>
      ))}
    </ul>
  </details>
);
