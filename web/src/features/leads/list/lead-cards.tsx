import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LeadRow } from '@/api/types';
import { day, phone } from '@/shared/lib/format';
import { LeadStatus } from '../status';
import classes from './leads-page.module.css';

type Props = { rows: readonly LeadRow[] | undefined; isStale: boolean; empty: ReactNode };

/** The leads on phones: name and status, below them phone and follow-up. */
export function LeadCards({ rows, isStale, empty }: Props) {
  if (empty) return empty;
  return (
    <ul className={classes.cards} data-stale={isStale || undefined} aria-busy={!rows}>
      {rows?.map((lead) => (
        <li key={lead.id}>
          <Link to="/app/leads/$leadId" params={{ leadId: lead.id }} className={classes.card}>
            <span className={classes.cardName}>{lead.name}</span>
            <LeadStatus status={lead.status} />
            <span className={classes.quiet}>{phone(lead.phone) || lead.email}</span>
            <span className={classes.quiet}>{lead.nextFollowUpOn && `Call ${day(lead.nextFollowUpOn)}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
