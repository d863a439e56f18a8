import { Link } from '@tanstack/react-router';
import type { LeadRow } from '@/api/types';
import { day, dayOf, phone } from '@/shared/lib/format';
import { LeadStatus } from '@/shared/records/lead-status';
import type { Column } from '@/shared/ui/data-table/column';
import list from '@/shared/ui/list-page.module.css';
import { StateMark } from '@/shared/ui/state-mark';
import { texts } from '../texts';
import classes from './leads-page.module.css';

/** Columns in the order of the specification. */
export const leadColumns: readonly Column<LeadRow>[] = [
  {
    key: 'name',
    head: 'Name',
    width: 140,
    orderBy: 'name',
    isFixed: true,
    cell: (lead) => (
      <Link to="/app/leads/$leadId" params={{ leadId: lead.id }} className={list.link} data-row-link>
        {lead.name}
      </Link>
    ),
  },
  { key: 'phone', head: 'Phone', width: 120, fitsContent: true, cell: (lead) => phone(lead.phone) },
  { key: 'email', head: 'Email', width: 180, cell: (lead) => lead.email },
  { key: 'purpose', head: 'Purpose', width: 88, cell: (lead) => lead.loanPurpose },
  { key: 'source', head: 'Source', width: 110, cell: (lead) => lead.sourceName },
  { key: 'provider', head: 'Provider', width: 96, cell: (lead) => lead.providerName },
  { key: 'owner', head: 'Owner', width: 104, cell: (lead) => lead.ownerName },
  {
    key: 'status',
    head: 'Status',
    width: 165,
    orderBy: 'status',
    cell: (lead) => (
      <span className={classes.status}>
        <LeadStatus status={lead.status} />
        {lead.isLate && <StateMark tone="red">{texts.late}</StateMark>}
      </span>
    ),
  },
  {
    key: 'created',
    head: 'Created',
    width: 96,
    isNumeric: true,
    orderBy: 'created',
    firstSort: 'DESC',
    cell: (lead) => dayOf(lead.createdAt),
  },
  {
    key: 'followUp',
    head: 'Follow-up',
    width: 96,
    isNumeric: true,
    isExtra: true,
    orderBy: 'followUp',
    cell: (lead) => day(lead.nextFollowUpOn),
  },
  {
    key: 'updated',
    head: 'Updated',
    width: 96,
    isNumeric: true,
    isExtra: true,
    orderBy: 'updated',
    firstSort: 'DESC',
    cell: (lead) => dayOf(lead.updatedAt),
  },
];
