import { Skeleton, UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { AuditEntry, AuditPerson } from '@/api/types';
import { dayAndTimeIn } from '@/shared/lib/format';
import { auditLookupsQuery } from './audit-log';
import classes from './audit-log.module.css';
import { EntryDetails } from './entry-details';
import { texts } from './texts';
import { actionName, recordName } from './words';

type Props = {
  /** Nothing yet: the table shows its shape. */
  entries: readonly AuditEntry[] | undefined;
  timeZone: string;
  onRecord: (entity: string, entityId: string) => void;
};

/** Entries of the log, each with what was before and after for whoever asks. */
export function AuditEntries({ entries, timeZone, onRecord }: Props) {
  const people = useQuery(auditLookupsQuery).data?.people ?? [];
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((now) => (now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id])));
  if (!entries) return <Ghosts />;
  return (
    <table className={classes.entries} aria-label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.who}</th>
          <th scope="col">{texts.what}</th>
          <th scope="col">{texts.record}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            <tr data-open={open.has(entry.id) || undefined}>
              <td className={classes.time}>{dayAndTimeIn(entry.at, timeZone)}</td>
              <td>
                <Who entry={entry} />
              </td>
              <td className={classes.what}>{actionName(entry.action)}</td>
              <td>
                <Record entry={entry} people={people} />
              </td>
              <td>
                <UnstyledButton
                  className={classes.toggle}
                  aria-expanded={open.has(entry.id)}
                  aria-label={texts.detailsOf(
                    actionName(entry.action),
                    recordName(entry.entity, entry.entityId, people),
                  )}
                  onClick={() => toggle(entry.id)}
                >
                  <span>{texts.details}</span>
                  <IconChevronDown size={14} aria-hidden />
                </UnstyledButton>
              </td>
            </tr>
            {open.has(entry.id) && (
              <tr className={classes.detailsRow}>
                <td colSpan={5}>
                  <EntryDetails entry={entry} onRecord={() => onRecord(entry.entity, entry.entityId)} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Who was signed in, and for whom they acted; or the key of a program. */
function Who({ entry: { loggedInUser, activeUser, apiKey } }: { entry: AuditEntry }) {
  const actsForAnother = activeUser && activeUser.id !== loggedInUser?.id;
  if (apiKey) {
    return (
      <>
        <span className={classes.who}>{texts.key(apiKey.name)}</span>
        {activeUser && <span className={classes.actingFor}>{texts.keyOf(activeUser.name)}</span>}
      </>
    );
  }
  return (
    <>
      <span className={classes.who}>{loggedInUser?.name ?? texts.itself}</span>
      {actsForAnother && <span className={classes.actingFor}>{texts.actingFor(activeUser.name)}</span>}
    </>
  );
}

function Record({ entry, people }: { entry: AuditEntry; people: readonly AuditPerson[] }) {
  const name = recordName(entry.entity, entry.entityId, people);
  const loanId = entry.entity === 'loan' ? Number(entry.entityId) : Number.NaN;
  if (Number.isNaN(loanId)) return name;
  return (
    <Link to="/app/loans/$loanId/loan-info" params={{ loanId }} className={classes.link}>
      {name}
    </Link>
  );
}

const Ghosts = () => (
  <div className={classes.ghosts} aria-hidden>
    {Array.from({ length: 10 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
      <Skeleton key={row} height={20} />
    ))}
  </div>
);
