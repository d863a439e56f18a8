import { Button } from '@mantine/core';
import type { AuditEntry } from '@/api/types';
import classes from './audit-log.module.css';
import { type Change, changesOf } from './changes';
import { texts } from './texts';
import { fieldName } from './words';

/** What was before and after, field by field. */
export function EntryDetails({ entry, onRecord }: { entry: AuditEntry; onRecord: () => void }) {
  const changes = changesOf(entry.before, entry.after, texts);
  return (
    <div className={classes.details}>
      {changes.length === 0 ? (
        <p className={classes.quiet}>{texts.nothingNoted}</p>
      ) : (
        <Changes changes={changes} hasBefore={Boolean(entry.before)} hasAfter={Boolean(entry.after)} />
      )}
      <p className={classes.detailsFoot}>
        <span className={classes.quiet}>
          {texts.entry(entry.id)}
          {entry.address && ` ${texts.fromAddress(entry.address)}`}
        </span>
        <Button variant="default" size="compact-xs" onClick={onRecord}>
          {texts.thisRecord}
        </Button>
      </p>
    </div>
  );
}

type ChangesProps = { changes: readonly Change[]; hasBefore: boolean; hasAfter: boolean };

function Changes({ changes, hasBefore, hasAfter }: ChangesProps) {
  const isBoth = hasBefore && hasAfter;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          {hasBefore && <th scope="col">{texts.before}</th>}
          {hasAfter && <th scope="col">{isBoth ? texts.after : texts.value}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path.join('/')}>
            <th scope="row">{fieldName(path)}</th>
            {hasBefore && <td data-label={texts.before}>{before}</td>}
            {hasAfter && <td data-label={isBoth ? texts.after : texts.value}>{after}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
