import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { LeadRow } from '@/api/types';
import { day, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { LeadStatus } from '@/shared/records/lead-status';
import { usePermission } from '@/shared/session/me';
import { useChosenRows } from '@/shared/ui/data-table/chosen-rows';
import { chosenColumns } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { Pager } from '@/shared/ui/data-table/pager';
import list from '@/shared/ui/list-page.module.css';
import { RecordCards } from '@/shared/ui/record-cards';
import { texts } from '../texts';
import { BulkBar } from './bulk-bar';
import { leadColumns } from './lead-columns';
import { useLeadCount, useLeadPage } from './lead-list';
import { changed, closest, type LeadSearch, sortingOf, storeFilters } from './lead-search';
import { LeadToolbar } from './lead-toolbar';
import { NoLeads } from './no-leads';

const LeadBoard = onDemand(async () => ({ default: (await import('../board/lead-board')).LeadBoard }));

/** The list of leads, with filters, sorting and paging in the address. */
export function LeadsPage({ search }: { search: LeadSearch }) {
  const navigate = useNavigate({ from: '/app/leads/' });
  const isPhone = useIsPhone();
  const page = useLeadPage(search);
  const total = useLeadCount(search);
  const go = (change: Partial<LeadSearch>, replace = false) => {
    const next = changed(search, change);
    storeFilters(next);
    void navigate({ search: next, replace });
  };

  const rows = page.data?.rows ?? undefined;
  const isWithoutRows = page.isError || rows?.length === 0;
  const without = isWithoutRows && (
    <NoLeads search={search} error={page.isError ? page.error : null} onRetry={() => void page.refetch()} />
  );
  const mayChange = usePermission('LEAD_CREATE');
  const {
    chosen,
    clear,
    column: choice,
  } = useChosenRows(rows ?? [], {
    labelOf: (lead) => texts.choose(lead.name),
    pageLabel: texts.choosePage,
    list: '',
  });
  const columns = chosenColumns(leadColumns, search.columns);
  const openLead = (lead: LeadRow) => void navigate({ to: '/app/leads/$leadId', params: { leadId: lead.id } });

  if (search.view === 'board' && !isPhone) {
    return (
      <>
        <LeadToolbar search={search} onChange={(change) => go(change, 'string' in change)} />
        <Suspense>
          <LeadBoard search={search} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <LeadToolbar search={search} onChange={(change) => go(change, 'string' in change)} />
      {mayChange && !isPhone && <BulkBar chosen={chosen} onDone={clear} />}
      <section className={list.panel} aria-label={texts.leads}>
        {isPhone ? (
          <RecordCards
            rows={rows}
            rowKey={(lead) => lead.id}
            textOf={(lead) => ({
              name: lead.name,
              end: <LeadStatus status={lead.status} />,
              line: phone(lead.phone) || (lead.email ?? undefined),
              lineEnd: lead.nextFollowUpOn ? texts.callOn(day(lead.nextFollowUpOn)) : undefined,
            })}
            link={(lead, className, content) => (
              <Link to="/app/leads/$leadId" params={{ leadId: lead.id }} className={className}>
                {content}
              </Link>
            )}
            isStale={page.isPlaceholderData}
            empty={without}
          />
        ) : (
          <DataTable
            label={texts.leads}
            columns={mayChange ? [choice, ...columns] : columns}
            rows={page.isError ? [] : rows}
            rowKey={(lead) => lead.id}
            sorting={sortingOf(search)}
            onSort={go}
            onOpen={openLead}
            isStale={page.isPlaceholderData}
            empty={without}
          />
        )}
        {rows && !isWithoutRows && (
          <Pager
            firstRow={page.data?.firstRow ?? 1}
            rowCount={rows.length}
            count={total?.count ?? undefined}
            isCapped={total?.countIsCapped === true}
            order={page.data?.orderBy === closest ? texts.closestFirst : undefined}
            onFirst={search.after ? () => go({}) : undefined}
            onPrevious={search.after ? toPage(page.data?.previous, go) : undefined}
            onNext={toPage(page.data?.next, go)}
          />
        )}
      </section>
    </>
  );
}

/** Navigates to the page of a cursor, if there is one. */
const toPage = (after: string | null | undefined, go: (change: Partial<LeadSearch>) => void) =>
  after ? () => go({ after }) : undefined;
