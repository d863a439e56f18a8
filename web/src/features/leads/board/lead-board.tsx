import { ActionIcon, Menu } from '@mantine/core';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { LeadConfig, LeadRow } from '@/api/types';
import { day, integer, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { LeadStatus } from '@/shared/records/lead-status';
import { Board, type BoardColumn } from '@/shared/ui/board/board';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import { leadConfigQuery } from '../create/lead-lookups';
import { leadPageQuery } from '../list/lead-list';
import { changed, type LeadSearch } from '../list/lead-search';
import { useLeadMove } from '../page/lead-work';
import { texts } from '../texts';
import classes from './lead-board.module.css';

const StatusDialog = onDemand(() => import('../page/status-dialog'));

type Status = LeadConfig['leadStatuses'][number];

const ended = ['Converted', 'Lost', 'Junk', 'Duplicate'];

/** Statuses of open leads. Each is a column. */
export const openStatuses = (statuses: readonly Status[]): readonly Status[] =>
  statuses.filter(({ kind }) => !ended.includes(kind));

/** Leads as cards in columns by status. */
export function LeadBoard({ search }: { search: LeadSearch }) {
  const statuses = openStatuses(useQuery(leadConfigQuery).data?.leadStatuses ?? []);
  const searches = statuses.map((status) => changed(search, { status: String(status.id), view: undefined }));
  const pages = useQueries({ queries: searches.map(leadPageQuery) });
  const move = useLeadMove();
  const [asked, setAsked] = useState<{ lead: LeadRow; to: number } | null>(null);
  const columns = statuses.map((status, index): BoardColumn<LeadRow> => {
    const page = pages[index];
    const count = page?.data?.count;
    return {
      id: status.id,
      name: status.name,
      title: <LeadStatus status={status} />,
      sum: typeof count === 'number' && `${integer(count)}${page?.data?.countIsCapped ? '+' : ''}`,
      rows: page?.data?.rows ?? undefined,
      failure: page?.isError ? texts.failedTitle : null,
    };
  });
  const drop = (lead: LeadRow, { id }: BoardColumn<LeadRow>) => {
    // Nurturing asks for a date to return to the lead.
    if (statuses.find((status) => status.id === id)?.kind === 'Nurturing') setAsked({ lead, to: id });
    else move.mutate({ lead, move: { statusId: id } }, { onError: (error) => toast.error(error.message) });
  };
  return (
    <>
      <Board
        label={texts.board}
        columns={columns}
        words={texts.boardWords}
        onMove={drop}
        nameOf={({ name }) => name}
        content={(lead) => <Content lead={lead} />}
        link={(lead, className) => (
          <Link to="/app/leads/$leadId" params={{ leadId: lead.id }} className={className}>
            {lead.name}
          </Link>
        )}
        menu={(lead) => (
          <Menu menuItemTabIndex={0} withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={24} aria-label={texts.moveLeadTo(lead.name)}>
                <IconArrowsExchange size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {columns
                .filter(({ id }) => id !== lead.status.id)
                .map((column) => (
                  <Menu.Item key={column.id} onClick={() => drop(lead, column)}>
                    {column.title}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        )}
      />
      <Suspense>{asked && <StatusDialog lead={asked.lead} to={asked.to} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

const Content = ({ lead }: { lead: LeadRow }) => (
  <>
    <span className={classes.quiet}>{lead.ownerName}</span>
    <span className={classes.quiet}>{phone(lead.phone) || lead.email}</span>
    <span className={classes.foot}>
      {lead.nextFollowUpOn && <span className={classes.quiet}>{texts.callOn(day(lead.nextFollowUpOn))}</span>}
      {lead.isLate && <StateMark tone="red">{texts.late}</StateMark>}
    </span>
  </>
);
